/** Rows in columns. */

import { expect, it } from 'vitest';
import { columns } from '../../cli/columns.ts';

it('makes each column as wide as its widest text, with nothing behind the last', () => {
  const rows = [
    ['NAME', 'SIZE', ''],
    ['a', '1', 'good'],
    ['longer', '20', ''],
  ];
  expect(columns(rows)).toEqual(['NAME    SIZE', 'a       1     good', 'longer  20']);
});

it('makes nothing of nothing', () => {
  expect(columns([])).toEqual([]);
});
