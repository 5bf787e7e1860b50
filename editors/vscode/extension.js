// Starts `yispc lsp` and lets the editor talk to it; all that is known of decks is known there.

const { workspace } = require("vscode");
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
  await client.start();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
