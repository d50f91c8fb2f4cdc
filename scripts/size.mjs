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

function linesOf(file) {
  if (SOURCE.test(file)) {
    return codeLines(readFileSync(file, 'utf8'), file.endsWith('.py') ? PYTHON : SCRIPT);
  }
  const isCounted = DATA.test(file) && !/^(docs|test\/fixtures)\//.test(file);
  const bytes = isCounted ? statSync(file).size : 0;
  return bytes > 5_000 ? Math.ceil(bytes / 160) : null;
}

/** Where a file is counted: its top-level folder, or what it is in inside each folder that is named. */
function placesOf(file) {
  const parts = file.split('/');
  if (inside.length === 0) return [parts.length > 1 ? parts[0] : 'top'];
  return inside
    .filter((folder) => file.startsWith(`${folder}/`))
    .map((folder) => parts.slice(0, folder.split('/').length + 1).join('/'));
}

const sums = new Map();
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 });
for (const file of tracked.split('\n')) {
  if (file === '' || !existsSync(file) || GENERATED.some((made) => made.test(file))) continue;
  const lines = linesOf(file);
  if (lines === null) continue;
  for (const place of placesOf(file)) {
    const { files, code } = sums.get(place) ?? { files: 0, code: 0 };
    sums.set(place, { files: files + 1, code: code + lines });
  }
}
const print = (name, files, code, budget, mark = '') => {
  const numbers = `${String(files).padStart(5)} ${String(code).padStart(7)}`;
  console.log(`${name.padEnd(34)} ${numbers} ${String(budget).padStart(7)}${mark}`);
};
console.log(`${'folder'.padEnd(34)} files    code  budget`);
let [isOver, allFiles, allCode] = [false, 0, 0];
for (const [name, { files, code }] of [...sums].sort((one, other) => other[1].code - one[1].code)) {
  const budget = inside.length === 0 ? (budgets[name] ?? 0) : '';
  const isLarge = budget !== '' && code > budget;
  isOver ||= isLarge && held.includes(name);
  allFiles += files;
  allCode += code;
  print(name, files, code, budget, isLarge ? '  over' : '');
}
print('sum', allFiles, allCode, inside.length === 0 ? budgets.total : '');
process.exit(flags.includes('--check') && isOver ? 1 : 0);
