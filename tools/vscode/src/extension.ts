// Starts `muster lsp` and speaks with it. Everything that is known about a game is known there; here is only what an
// editor shows.

import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { Beside } from "./beside";

let client: LanguageClient | undefined;
let beside: Beside | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("muster.beside", () => show(context)),
    vscode.commands.registerCommand("muster.restart", () => restart()),
    vscode.workspace.onDidOpenTextDocument(comments),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("muster")) {
        void restart();
      }
    }),
  );
  await vscode.commands.executeCommand("setContext", "muster.game", true);
  await start();
  for (const document of vscode.workspace.textDocuments) {
    await comments(document);
  }
}

export async function deactivate(): Promise<void> {
  beside?.dispose();
  await client?.stop();
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("muster");
  const command = settings.get<string>("path") || "muster";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", pattern: "**/*.json" },
      { scheme: "file", pattern: "**/*.csv" },
    ],
    initializationOptions: { pictures: settings.get<boolean>("pictures") ?? true },
    middleware: {
      executeCommand: async (name, given, next) => {
        const said: unknown = await next(name, given);
        if (name === "muster.explain" && typeof said === "string") {
          await explain(said);
        }
        return said;
      },
    },
  };
  client = new LanguageClient("muster", "Muster", server, options);
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `${command} could not be started: ${error instanceof Error ? error.message : String(error)}`,
      "Set the path",
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "muster.path");
    }
  }
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  await start();
  beside?.use(client);
}

/** Files of a game have comments, which plain JSON has not. */
async function comments(document: vscode.TextDocument): Promise<void> {
  if (document.languageId !== "json" || document.uri.scheme !== "file" || !(await inGame(document.uri))) {
    return;
  }
  await vscode.languages.setTextDocumentLanguage(document, "jsonc");
}

async function inGame(uri: vscode.Uri): Promise<boolean> {
  let folder = path.dirname(uri.fsPath);
  for (let up = 0; up < 8; up += 1) {
    const module = vscode.Uri.file(path.join(folder, "module.json"));
    try {
      await vscode.workspace.fs.stat(module);
      return true;
    } catch {
      const above = path.dirname(folder);
      if (above === folder) {
        return false;
      }
      folder = above;
    }
  }
  return false;
}

async function explain(words: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: words });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
}

function show(context: vscode.ExtensionContext): void {
  if (!client) {
    return;
  }
  if (!beside) {
    beside = new Beside(context.extensionUri, client, () => {
      beside = undefined;
    });
  }
  beside.reveal();
}
