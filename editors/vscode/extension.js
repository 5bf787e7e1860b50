// Starts `yispc lsp` and lets the editor talk to it; all that is known of decks is known there.

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function activate() {
  const command = workspace.getConfiguration("yisp").get("command");
  client = new LanguageClient(
    "yisp",
    "Yisp",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "yaml" }, { language: "yisp" }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `Yisp: “${command} lsp” did not start (${error?.message ?? error}). It comes with pip install 'yisp[lsp]'; ` +
        "if it lies where shells do not look, write its path into the setting yisp.command.",
    );
  }
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
