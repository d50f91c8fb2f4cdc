#!/usr/bin/env node
/**
 * Lines of code by top-level folder, beside a budget: node scripts/size.mjs [--check] [FOLDER...]
 *
 * Counted: tracked source files without blank lines, comments and imports; a line over 140 columns counts once for each
 * 140; .json .jsonl .sql .html .svg files over 5 kB count a line for each 160 bytes outside test/fixtures. Left out: what
 * `npm run check -- generated` makes, and documents. With folders it lists what is inside them. --check exits 1 where a
 * folder that has reached its budget, a name in "held" of size-budget.json, is over it again.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GENERATED = [
  /\.generated\.ts$/,
  /(^|\/)types\.py$/,
  /^api\/openapi\/.*\.json$/,
  /^config\/schema\.json$/,
  /^test\/conformance\/official\//,
  /^package(-lock)?\.json$/,
  /^bench\/.*results\.json$/,
];
const SOURCE = /\.(ts|tsx|mts|mjs|cjs|js|py|css|sh)$/;
const DATA = /\.(json|jsonl|sql|html|svg|tsv)$/;
const { held, ...budgets } = JSON.parse(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'size-budget.json'), 'utf8'),
);
const flags = process.argv.slice(2);
const inside = flags
  .filter((flag) => !flag.startsWith('--'))
  .map((folder) => folder.replace(/\/$/, ''));

const SCRIPT = {
  comment: '//',
  block: ['/*', '*/'],
  import: /^import\b(?!\()|^export (type )?\{.*from/,
  isWhole: (line) => /['";]\s*$/.test(line),
  importEnd: /;|from ['"]/,
};
const PYTHON = {
  comment: '#',
  block: ['"""', '"""'],
  import: /^(import|from) /,
  isWhole: (line) => !line.includes('(') || line.includes(')'),
  importEnd: /\)/,
};

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the lines, a case for each kind of line
function codeLines(text, { comment, block: [open, close], isWhole, importEnd, ...language }) {
  let code = 0;
  /** Of the comment or the import that the line is in. */
  let isEnd = null;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (isEnd !== null) {
      if (isEnd(line)) isEnd = null;
    } else if (line.startsWith(open)) {
      if (!line.slice(open.length).includes(close)) isEnd = (end) => end.includes(close);
    } else if (language.import.test(line)) {
      if (!isWhole(line)) isEnd = (end) => importEnd.test(end);
    } else if (line !== '' && !line.startsWith(comment)) {
      code += Math.max(1, Math.ceil(raw.length / 140));
    }
  }
  return code;
}

const sums = new Map();
const add = (name, lines) => {
  const s = sums.get(name) ?? { files: 0, code: 0 };
  s.files++;
  s.code += lines;
  sums.set(name, s);
};
for (const file of execFileSync('git', ['ls-files'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
}).split('\n')) {
  if (file === '' || !existsSync(file) || GENERATED.some((g) => g.test(file))) continue;
  let lines = 0;
  if (SOURCE.test(file))
    lines = codeLines(readFileSync(file, 'utf8'), file.endsWith('.py') ? PYTHON : SCRIPT);
  else if (
    DATA.test(file) &&
    !file.startsWith('docs/') &&
    !file.startsWith('test/fixtures/') &&
    statSync(file).size > 5_000
  )
    lines = Math.ceil(statSync(file).size / 160);
  else continue;
  const parts = file.split('/');
  if (inside.length === 0) add(parts.length > 1 ? parts[0] : 'top', lines);
  else
    for (const folder of inside)
      if (file.startsWith(`${folder}/`))
        add(parts.slice(0, folder.split('/').length + 1).join('/'), lines);
}
let over = 0,
  total = 0;
console.log(`${'folder'.padEnd(34)} files    code  budget`);
for (const [name, { files, code }] of [...sums].sort((a, b) => b[1].code - a[1].code)) {
  const budget = inside.length === 0 ? (budgets[name] ?? 0) : null;
  const isOver = budget !== null && code > budget;
  if (isOver && held.includes(name)) over++;
  total += code;
  console.log(
    `${name.padEnd(34)} ${String(files).padStart(5)} ${String(code).padStart(7)} ${budget === null ? '' : String(budget).padStart(7)}${isOver ? '  over' : ''}`,
  );
}
console.log(
  `${'sum'.padEnd(34)} ${String([...sums.values()].reduce((a, s) => a + s.files, 0)).padStart(5)} ${String(total).padStart(7)} ${inside.length === 0 ? String(budgets.total).padStart(7) : ''}`,
);
process.exit(flags.includes('--check') && over > 0 ? 1 : 0);
