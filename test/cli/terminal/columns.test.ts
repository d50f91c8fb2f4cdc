/** Rows in columns. */

import { expect, it } from 'vitest';
import { columns } from '../../../cli/terminal/columns.ts';

it('makes each column as wide as its widest text, with nothing behind the last', () => {
  const rows = [
    ['NAME', 'SIZE', ''],
    ['a', '1', 'good'],
    ['longer', '20', ''],
  ];
  expect(columns(rows)).toEqual(['NAME    SIZE', 'a       1     good', 'longer  20']);
});

it('keeps columns straight under wide letters and accents of their own', () => {
  const rows = [
    ['東京ヨガ', '9'],
    ['Zoe\u0308', '10'],
    ['longer name', '1'],
  ];
  expect(columns(rows)).toEqual(['東京ヨガ     9', 'Zoe\u0308          10', 'longer name  1']);
});

it('makes nothing of nothing', () => {
  expect(columns([])).toEqual([]);
});
