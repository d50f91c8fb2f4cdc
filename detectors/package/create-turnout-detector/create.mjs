#!/usr/bin/env node
/** `npm create turnout-detector NAME`: a folder with a detector of YOLOX-Nano that passes its tests, to be made one's own. */

import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATE = fileURLToPath(new URL('template', import.meta.url));
/** What a detector and a package may be called alike. */
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** npm leaves the first out of a package, and looks into the second. */
const RENAMED = { _gitignore: '.gitignore', '_package.json': 'package.json' };
/** The npm that reads `allowScripts` of package.json. Newer ones warn of the setting that older ones need. */
const ALLOWS_SCRIPTS = [11, 16];
const NPMRC = `# For npm before ${ALLOWS_SCRIPTS.join('.')}: without it the install script of onnxruntime-node downloads CUDA.
onnxruntime-node-install=skip
`;

const [word = '', ...more] = process.argv.slice(2);
const folder = resolve(word);
const name = basename(folder);
const fault = faultOf();
if (fault === null) create();
else {
  process.stderr.write(`error: ${fault}\n`);
  process.exitCode = 2;
}

function faultOf() {
  if (word === '' || word.startsWith('-') || more.length > 0) {
    return 'expected one folder to make: npm create turnout-detector my-detector';
  }
  if (!NAME.test(name)) {
    return `expected a name of 1..40 lower-case letters, digits and hyphens, got ${name}`;
  }
  const isTaken = existsSync(folder) && readdirSync(folder).some((file) => file !== '.git');
  return isTaken ? `expected an empty folder, got one with files: ${folder}` : null;
}

/** Whether the npm that runs this does. */
function allowsScripts() {
  // biome-ignore lint/style/noProcessEnv: npm says its version there
  const [, major, minor] = /npm\/(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent) ?? [];
  const [leastMajor, leastMinor] = ALLOWS_SCRIPTS;
  return major > leastMajor || (Number(major) === leastMajor && minor >= leastMinor);
}

function create() {
  cpSync(TEMPLATE, folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) {
    renameSync(join(folder, from), join(folder, to));
  }
  for (const file of ['package.json', 'detector.mjs', 'README.md']) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('my-detector', name));
  }
  if (!allowsScripts()) writeFileSync(join(folder, '.npmrc'), NPMRC);
  const where = relative('.', folder) || '.';
  process.stdout.write(`${where}: a detector of YOLOX-Nano. Next:

  cd ${where}
  npm install
  npm test        # fetches the model, checks the types, runs the tests and the conformance suite

Then give it to a camera in turnout.yaml:

  detector: ${join(folder, 'detector.mjs')}
`);
}
