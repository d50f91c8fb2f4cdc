import { expect, it } from 'vitest';
import { EXTERNAL } from '../../../scripts/bundle.ts';
import { publishedManifest, readManifest } from '../../../scripts/release/program-tree.ts';

it('a published program asks for what the bundle lacks, and for nothing else', () => {
  const published = publishedManifest(readManifest());
  const asked = { ...published.dependencies, ...published.optionalDependencies };
  expect(Object.keys(asked).toSorted()).toEqual([...EXTERNAL].toSorted());
  for (const field of ['private', 'scripts', 'devDependencies', 'overrides']) {
    expect(published).not.toHaveProperty(field);
  }
});
