"""The set-up for Neovim that docs/editors.md shows, in Neovim."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

ROOT = Path(__file__).parents[2]
PATIENCE = 300
"""Seconds after which the test is given up: it hangs."""

DECK = """\
deck:
  cards:
    灰流丽😀: {count: 3, attribute: [怪兽], program: '[1]@;(#  X B);(# D.门.1 H)'}
    门: {count: 37}
simulate:
  tests:
    opening:
      exec-program: true
      combos: {start: {hand: [灰流丽😀, nope]}}
"""

TYPING = """
local buffer = vim.api.nvim_get_current_buf()
local function wait(done)
  if not vim.wait(100000, done, 20) then print("nothing came") vim.cmd("cq") end
end
local function line(number) return vim.api.nvim_buf_get_lines(buffer, number - 1, number, false)[1] end
local function write(number, text) vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { text }) end
local function ask(method)
  local here = vim.lsp.util.make_position_params()
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, here, 100000)) do return answer.result end
end

wait(function() return #vim.diagnostic.get(buffer) > 0 end)
for _, one in ipairs(vim.diagnostic.get(buffer)) do
  local word = line(one.lnum + 1):sub(one.col + 1, one.end_col)
  print("problem: " .. one.lnum + 1 .. " " .. word .. ": " .. one.message)
end
write(9, "      combos: {start: {hand: [灰流丽😀]}}")
wait(function() return #vim.diagnostic.get(buffer) == 0 end)

vim.api.nvim_win_set_cursor(0, { 3, line(3):find("门") - 1 })
print("hover: " .. ask("textDocument/hover").contents.value:gsub("%s+", " "))
vim.lsp.buf.definition()
wait(function() return vim.api.nvim_win_get_cursor(0)[1] == 4 end)
print("definition: " .. vim.api.nvim_win_get_cursor(0)[2])
vim.lsp.buf.rename("the gate")
wait(function() return line(4):find("the gate") end)
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 100000 })
else
  vim.lsp.buf.formatting_sync({}, 100000)
end
print("then: " .. line(3))
print("then: " .. line(4))

write(3, (line(3):gsub('D%."the gate"%.1', "D.")))
vim.api.nvim_win_set_cursor(0, { 3, line(3):find("D%. H") + 1 })
for _, one in ipairs(ask("textDocument/completion").items) do
  print("completion: " .. one.textEdit.newText)
end
vim.cmd("qa!")
"""

SAID = """\
problem: 9 nope: `nope` is neither a card nor an alias defined before
hover: **门** · card 37 copies in a deck of 40 cards
definition: 4
then:     灰流丽😀: {count: 3, attribute: [怪兽], program: '[1]@;(# X B);(# D."the gate".1 H)'}
then:     the gate: {count: 37}
completion: 灰流丽😀
completion: 门
completion: a:
"""


@pytest.mark.skipif(not shutil.which("nvim"), reason="there is no Neovim here")
def test_the_set_up_that_is_written_down(tmp_path: Path) -> None:
    (configuration,) = re.findall(
        r"^```lua\n(.*?)^```", (ROOT / "docs/editors.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "init.lua").write_text(configuration, "utf-8")
    (tmp_path / "typing.lua").write_text(TYPING, "utf-8")
    (tmp_path / "deck.yml").write_text(DECK, "utf-8")
    yispc = tmp_path / "bin" / "yispc"
    yispc.parent.mkdir()
    yispc.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m yisp "$@"\n', "utf-8")
    yispc.chmod(0o755)
    words = ("nvim", "--headless", "--clean", "-u", "init.lua", "deck.yml", "-c", "luafile typing.lua")
    said = subprocess.run(
        words,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{yispc.parent}:{os.environ['PATH']}", "LANG": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    shown = said.stdout + said.stderr  # `print` writes to one or the other
    assert shown.replace("\r", "").strip() == SAID.strip()
    assert said.returncode == 0
