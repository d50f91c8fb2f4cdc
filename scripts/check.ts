/**
 * `npm run check`: everything that looks at the sources without running them. `npm run check -- types unused` runs those
 * parts alone. The exit code is 1 where one of them finds something; the others run all the same.
 */

import { spawnSync } from 'node:child_process';

const FOLDERS = 'bin cli api ask notify web hq service store engine chain gym config runtime';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  style: ['biome ci .'],
  types: [
    'tsc -p tsconfig.json',
    'tsc -p detectors/examples',
    'tsc -p clients/js/tsconfig.json --noEmit',
  ],
  arrows: [
    `depcruise --config .dependency-cruiser.cjs main.ts errors.ts ${FOLDERS} detectors clients bench test scripts`,
  ],
  unused: ['knip'],
  generated: ['tsx scripts/generate.ts --check'],
  packages: [
    'tsc -p clients/js/tsconfig.json',
    'publint --strict clients/js',
    'attw --pack clients/js --profile esm-only',
    'tsx scripts/build-packages.ts',
    'publint --strict dist/packages/turnout-detector',
    'publint --strict dist/packages/create-turnout-detector',
    'attw --pack dist/packages/turnout-detector --profile esm-only',
  ],
  size: ['node scripts/size.mjs --check'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(
    `Expected parts out of ${Object.keys(PARTS).join(', ')}; got ${unknown.join(', ')}.`,
  );
const failed: string[] = [];
for (const [name, commands] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  for (const command of commands) {
    // The commands are of this file: npm has put the programs of node_modules on the path.
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
    if (status === 0) continue;
    failed.push(`${name}: ${command}`);
    break;
  }
}
for (const one of failed) console.error(`failed: ${one}`);
process.exitCode = failed.length > 0 ? 1 : 0;
