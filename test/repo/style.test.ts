/** Habits that the formatter and the linter do not know: one form of each in the whole tree. */

import { expect, it } from 'vitest';
import { projectFiles, textOf } from '../support/tree.ts';

const code = projectFiles()
  .filter((path) => /\.(?:ts|js|mjs|cjs)$/.test(path) && !path.includes('.generated.'))
  .map((path) => ({ path, lines: textOf(path).split('\n') }));

/** `path:line` of every line that matches. */
function linesWith(pattern: RegExp): string[] {
  return code.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

it('what is private is a #name; only a constructor, which has no such name, says private', () => {
  expect(linesWith(/^\s*(?:static\s+)?private\s+(?!constructor\b)/)).toEqual([]);
});

it('no object is spread where it stands: that only hides its lines from the formatter', () => {
  expect(linesWith(/\.\.\.\{/)).toEqual([]);
});
