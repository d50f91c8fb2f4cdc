/** Licences of locked packages: each is known and allowed, or `npm run check` fails with the name. */

import { expect, it, test } from 'vitest';
import { packagesByLicence } from '../../scripts/generate/licences.ts';
import { textOf } from '../support/tree.ts';

const lockOf = (packages: object) => JSON.stringify({ packages: { '': {}, ...packages } });

it('the licences of a lock file are all known and allowed in ours; tools are not passed on, so they are left out', () => {
  const packages = packagesByLicence(textOf('package-lock.json'));
  expect(packages).toMatch(/\*\*LGPL-3\.0-or-later\*\*: .*@img\/sharp-libvips-…@/);
  expect(packages).not.toContain('vitest');
});

it('the licences of a lock file are those of the package that names a build, where the build says nothing', () => {
  const lock = lockOf({
    'node_modules/paint': {
      version: '2.0.0',
      license: 'MIT',
      optionalDependencies: { 'paint-linux': '2.0.0' },
    },
    'node_modules/paint-linux': { version: '2.0.0' },
  });
  expect(packagesByLicence(lock)).toBe('**MIT**: paint-…@2.0.0, paint@2.0.0');
});

test.each([
  { license: 'AGPL-3.0-only', got: 'the licence AGPL-3.0-only is not allowed' },
  { license: 'LGPL-3.0-or-later', got: 'is not allowed' },
  { license: 'MIT AND GPL-2.0-only', got: 'is not allowed' },
  { license: 'SEE LICENSE IN EULA.txt', got: 'is not allowed' },
  { license: '(MIT OR GPL-2.0-only) AND GPL-3.0-only', got: 'is not allowed' },
  { license: undefined, got: 'no licence in the lock file' },
])('the licences of a lock file refuse $license', ({ license, got }) => {
  const lock = lockOf({ 'node_modules/evil': { version: '1.0.0', license } });
  expect(() => packagesByLicence(lock)).toThrow(got);
  expect(() => packagesByLicence(lock)).toThrow('evil@1.0.0');
});

test.each(['MIT', '(MIT OR GPL-2.0-only)', 'Apache-2.0 AND MIT'])(
  'the licences of a lock file take %s',
  (license) => {
    const lock = lockOf({ 'node_modules/good': { version: '1.0.0', license } });
    expect(packagesByLicence(lock)).toBe(`**${license}**: good@1.0.0`);
  },
);
