/** The lock file holds what every platform needs, so that `npm ci` takes it with every npm and on every computer. */

import { expect, it } from 'vitest';
import { textOf } from '../support/tree.ts';

interface Locked {
  readonly hasInstallScript?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Of all of them, by their paths. */
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Readonly<Record<string, Locked>>;
};

it('every optional package that a locked package names is locked too (npm 11 refuses others)', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it('the install script of onnxruntime-node is not locked, so no npm runs it: it downloads CUDA', () => {
  // npm before 11.16 knows no allowScripts, and runs what the lock file names. Delete its hasInstallScript there.
  expect(packages['node_modules/onnxruntime-node']?.hasInstallScript).toBeUndefined();
});
