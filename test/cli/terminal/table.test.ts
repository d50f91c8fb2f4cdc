/** Tables on a terminal that may be narrow. */

import { describe, expect, it } from 'vitest';
import { type Column, table, wrapped } from '../../../cli/terminal/table.ts';

interface Row {
  readonly name: string;
  readonly room: string;
  readonly fill: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'CLASS', cell: ({ name }) => name },
  { head: 'ROOM', cell: ({ room }) => room, spare: 2 },
  { head: 'FILL', cell: ({ fill }) => fill, spare: 1 },
];
const ROWS: readonly Row[] = [
  { name: 'Sunrise Ride', room: 'Spin room', fill: '80 %' },
  { name: 'Hatha', room: 'Loft', fill: '7 %' },
];

describe('a table', () => {
  it('has all its columns where there is room for them', () => {
    expect(table(COLUMNS, ROWS, { width: 80 })).toEqual([
      'CLASS         ROOM       FILL',
      'Sunrise Ride  Spin room  80 %',
      'Hatha         Loft       7 %',
    ]);
  });

  it('leaves out what can be spared most, one after the other, and names it', () => {
    expect(table(COLUMNS, ROWS, { width: 20 })).toEqual([
      'CLASS         FILL',
      'Sunrise Ride  80 %',
      'Hatha         7 %',
      'Left out for the width: ROOM; all: --wide',
    ]);
    expect(table(COLUMNS, ROWS, { width: 5 })[1]).toBe('Sunrise Ride');
  });

  it('has words on a row below it', () => {
    const note = ({ name }: Row) => (name === 'Hatha' ? 'few come' : '');
    expect(table(COLUMNS, ROWS, { width: 80, note }).slice(2)).toEqual([
      'Hatha         Loft       7 %',
      '    few come',
    ]);
  });
});

it('words go on in the next line where a line is full', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', '  three', '  four']);
});
