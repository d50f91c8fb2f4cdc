/** The lock file holds what every platform needs, so that `npm ci` takes it with every npm and on every computer. */

import { expect, it } from 'vitest';
import { textOf } from '../support/tree.ts';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('every optional package that a locked package names is locked too (npm 11 refuses others)', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});
