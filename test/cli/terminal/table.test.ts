/** Tables on a terminal that may be narrow. */

import { expect, it } from 'vitest';
import { type Column, columns, table } from '../../../cli/terminal/table.ts';

type Row = Readonly<Record<'name' | 'room' | 'fill', string>>;

const style = ({ fill }: Row) => (fill === '7%' ? 'red' : null);
const COLUMNS: readonly Column<Row>[] = [
  { head: 'CLASS', cell: ({ name }) => name },
  { head: 'ROOM', cell: ({ room }) => room, spare: 2 },
  { head: 'FULL', cell: ({ fill }) => fill, spare: 1, style },
];
const ROWS: readonly Row[] = [
  { name: 'Sunrise Ride', room: 'Spin room', fill: '80%' },
  { name: 'Hatha', room: 'Loft', fill: '7%' },
];
const at = (width: number, isColoured = false) => ({ width, isColoured });

it('a table has all its columns where there is room for them, and words on a row below it', () => {
  const note = ({ name }: Row) => (name === 'Hatha' ? 'few come' : '');
  expect(table(COLUMNS, ROWS, { ...at(80), note })).toEqual([
    'CLASS         ROOM       FULL',
    'Sunrise Ride  Spin room  80%',
    'Hatha         Loft       7%',
    '    few come',
  ]);
});

it('a table leaves out what can be spared most, one after the other, and names it', () => {
  expect(table(COLUMNS, ROWS, at(20))).toEqual([
    'CLASS         FULL',
    'Sunrise Ride  80%',
    'Hatha         7%',
    'Hidden: ROOM (--wide shows all)',
  ]);
  expect(table(COLUMNS, ROWS, at(5))[1]).toBe('Sunrise Ride');
});

it('a table goes on in the next line where a text is still too long, never in the first column', () => {
  const rows = [['an-id-that-is-typed-again', 'warn', 'one two three four five\n→ six']];
  expect(columns(['', '', ''], rows, at(50))).toEqual([
    'an-id-that-is-typed-again  warn  one two three',
    '                                 four five',
    '                                 → six',
  ]);
});

it('a table is coloured only where a terminal shows it, and as wide as without', () => {
  const [head = '', , hatha = ''] = table(COLUMNS, ROWS, at(80, true));
  expect(head).toContain('\u001b[1m');
  expect(hatha).toBe('Hatha         Loft       \u001b[31m7%\u001b[39m');
});

it('a table stays straight under wide letters and accents of their own', () => {
  const rows = [
    ['東京ヨガ', '9'],
    ['Zoe\u0308', '10'],
  ];
  const lines = columns(['CLASS NAME', ''], rows);
  expect(lines).toEqual(['CLASS NAME', '東京ヨガ    9', 'Zoe\u0308         10']);
});
