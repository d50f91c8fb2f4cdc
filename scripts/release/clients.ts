/** The packages of the clients and for authors of detectors, made as they would be published, and used from an empty folder. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, inEmptyFolder, npmPack } from './command.ts';
import { type Artefact, artefact } from './tarball.ts';

const USE_JS =
  "import { Turnout } from 'turnout-client'; new Turnout({ sandbox: true }); console.log('ok');";
const USE_PYTHON = 'from turnout_client import Turnout; Turnout(sandbox=True).close(); print("ok")';

/** Writes the packages for authors of detectors into `out`. */
export function writeDetectorPackages(out: string): Artefact[] {
  command('npx', ['tsx', 'scripts/build-packages.ts']);
  return ['turnout-detector', 'create-turnout-detector'].map((name) =>
    artefact(npmPack(`./dist/packages/${name}`, out)),
  );
}

/** Writes both packages into `out`. */
export function writeClients(out: string) {
  const js = artefact(npmPack('./clients/js', out));
  command('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '-w', out, './clients/python']);
  const wheel = readdirSync(out).find((name) => /^turnout_client-.*\.whl$/.test(name));
  if (wheel === undefined) throw new Error('pip made no wheel of clients/python');
  return [js, artefact(join(out, wheel))] as const;
}

/** Installs each in an empty folder, and makes a client there. */
export function checkClients([js, python]: ReturnType<typeof writeClients>): string[] {
  inEmptyFolder((folder) => {
    writeFileSync(join(folder, 'use.mjs'), USE_JS);
    // Without it npm installs into the nearest folder above that has node_modules.
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    command('npm', ['install', ...quiet, resolve(js.path)], { cwd: folder });
    command(process.execPath, ['use.mjs'], { cwd: folder });
    const into = ['--quiet', '--no-deps', '--target', join(folder, 'python')];
    command('python3', ['-m', 'pip', 'install', ...into, resolve(python.path)]);
    const env = { PYTHONPATH: join(folder, 'python') };
    command('python3', ['-c', USE_PYTHON], { cwd: folder, env });
  });
  return ['clients: both are installed from their packages into an empty folder, and used'];
}
