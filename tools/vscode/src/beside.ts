// The page beside the text: map and counters, drawn by the server, with what is under the cursor marked.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Counters, Drawn, FromPage, Pointed, ToPage } from "./messages";

/** A pause in typing after which the pictures are drawn anew. */
const PAUSE = 400;

export class Beside {
  private readonly panel: vscode.WebviewPanel;
  private readonly held: vscode.Disposable[] = [];
  private file: vscode.Uri | undefined;
  private scenario: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ready = false;

  constructor(
    private readonly home: vscode.Uri,
    private client: LanguageClient | undefined,
    closed: () => void,
  ) {
    const out = vscode.Uri.joinPath(home, "out");
    this.panel = vscode.window.createWebviewPanel(
      "muster.beside",
      "Map and counters",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [out], retainContextWhenHidden: true },
    );
    this.panel.webview.html = this.page();
    this.held.push(
      this.panel.onDidDispose(() => {
        this.stop();
        closed();
      }),
      this.panel.webview.onDidReceiveMessage((message: FromPage) => this.hear(message)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.turn(editor)),
      vscode.window.onDidChangeTextEditorSelection((event) => void this.point(event.textEditor)),
      vscode.workspace.onDidChangeTextDocument((event) => this.soon(event.document)),
    );
    this.turn(vscode.window.activeTextEditor);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  use(client: LanguageClient | undefined): void {
    this.client = client;
    void this.draw();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private stop(): void {
    clearTimeout(this.timer);
    for (const one of this.held) {
      one.dispose();
    }
  }

  private say(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }

  private hear(message: FromPage): void {
    if (message.kind === "ready") {
      this.ready = true;
      void this.draw();
    } else if (message.kind === "scenario") {
      this.scenario = message.id;
      void this.draw();
    }
  }

  private turn(editor: vscode.TextEditor | undefined): void {
    if (!editor || !ours(editor.document)) {
      return;
    }
    const other = this.file?.toString() !== editor.document.uri.toString();
    this.file = editor.document.uri;
    if (other) {
      void this.draw();
    }
    void this.point(editor);
  }

  private soon(document: vscode.TextDocument): void {
    if (ours(document)) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.draw(), PAUSE);
    }
  }

  private async draw(): Promise<void> {
    if (!this.ready || !this.client || !this.file) {
      return;
    }
    const textDocument = { uri: this.file.toString() };
    try {
      const map = await this.client.sendRequest<Drawn | null>("muster/map", { textDocument, scenario: this.scenario });
      this.say({ kind: "map", map });
    } catch (error) {
      this.say({ kind: "failed", why: words(error) });
    }
    try {
      const counters = await this.client.sendRequest<Counters | null>("muster/counters", { textDocument });
      this.say({ kind: "counters", counters });
    } catch (error) {
      this.say({ kind: "failed", why: words(error) });
    }
    await this.point(vscode.window.activeTextEditor);
  }

  private async point(editor: vscode.TextEditor | undefined): Promise<void> {
    if (!editor || !ours(editor.document) || !this.client) {
      return;
    }
    const { line, character } = editor.selection.active;
    const asked = { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
    const at = await this.client.sendRequest<Pointed | null>("muster/at", asked).catch(() => null);
    this.say({ kind: "point", at });
  }

  private page(): string {
    const view = this.panel.webview;
    const script = view.asWebviewUri(vscode.Uri.joinPath(this.home, "out", "page.js"));
    const rules = `default-src 'none'; img-src ${view.cspSource} data: blob:; style-src 'unsafe-inline'; script-src ${view.cspSource}`;
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rules}">
<title>Map and counters</title><style>
body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: var(--vscode-font-size) var(--vscode-font-family); }
header { display: flex; gap: 1em; align-items: center; padding: 4px 8px; }
#map { flex: 2; overflow: auto; position: relative; border-bottom: 1px solid var(--vscode-panel-border); }
#map .sheet { position: relative; width: max-content; }
#map img { display: block; background: white; }
#marks { position: absolute; inset: 0; pointer-events: none; }
#counters { flex: 1; overflow: auto; display: flex; flex-wrap: wrap; gap: 6px; align-content: flex-start; padding: 6px; }
.unit { display: flex; gap: 2px; padding: 2px; border: 2px solid transparent; border-radius: 4px; }
.unit.here { border-color: var(--vscode-focusBorder); background: var(--vscode-editor-selectionBackground); }
.unit img { width: 52px; height: auto; }
#said { color: var(--vscode-errorForeground); }
</style></head><body>
<header><select id="scenario" aria-label="Scenario"></select>
<label>Size <input id="size" type="range" min="1" max="8" step="0.25" value="3"></label><span id="said" role="status"></span></header>
<div id="map"></div><div id="counters"></div>
<script src="${String(script)}"></script></body></html>`;
  }
}

function ours(document: vscode.TextDocument): boolean {
  return document.uri.scheme === "file" && /\.(json|csv)$/i.test(document.uri.path);
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
