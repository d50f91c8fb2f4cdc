/** The table of errors says neither more nor less than the program: every code is used and told in one form. `npm run check` holds docs/errors.md to it. */

import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../errors.ts';
import { sourceFiles, textOf } from '../support/tree.ts';

const codes = Object.keys(ERRORS);
const source = sourceFiles()
  .filter((path) => path !== 'errors.ts')
  .map(textOf)
  .join('\n');

describe.each(codes)('%s', (code) => {
  it('is given by some code', () => {
    expect(source).toContain(`'${code}'`);
  });

  it('has a name in snake_case and a meaning of one sentence', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(ERRORS[code as keyof typeof ERRORS].meaning).toMatch(/^[A-Z][^.]*\.$/);
  });
});

it('no docstring names a code that is not in the table', () => {
  // `camera_lost` in a comment after "Throws": snake_case in backticks.
  const named = [
    ...source.matchAll(/(?:@throws|Throws|throws) ((?:`[a-z_]+`(?:, | and | or )?)+)/g),
  ];
  const unknown = named
    .flatMap(([, list = '']) => list.match(/[a-z_]+(?=`)/g) ?? [])
    .filter((code) => code.includes('_') && !codes.includes(code));
  expect(unknown).toEqual([]);
});
