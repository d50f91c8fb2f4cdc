import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineFault } from '../../../config/polygon.ts';
import type { Zone } from '../../../engine/zones.ts';
import { Editing } from '../../../web/zones/editing.ts';
import { type Corner, moved, snapped, withCorner } from '../../../web/zones/polygon.ts';
import { rect } from '../../support/rect.ts';

const polygon = rect(0.1, 0.2, 0.9, 0.8);
const FLOOR: Zone = { name: 'floor', kind: 'count', anchor: 'bottom_centre', polygon };
const text = (editing: Editing) => JSON.stringify(editing.zones);
const pullCorner = (editing: Editing, at: number, to: Corner, act?: string) =>
  editing.change({ polygon: withCorner(editing.zone!.polygon, at, to) }, act);

test('zones that are drawn take each step back, and do it again, to the last digit', () => {
  const editing = new Editing([FLOOR]);
  const seen = [text(editing)];
  const acts = [
    () => pullCorner(editing, 1, [0.951, 0.1]),
    () => editing.addCorner(0),
    () => editing.move([0.02, 0.03]),
    () => editing.change({ name: 'mats' }),
    () => editing.add('ignore'),
    () => editing.change({ kind: 'staff' }),
    () => editing.removeCorner(2),
    () => editing.remove(),
  ];
  for (const act of acts) {
    act();
    seen.push(text(editing));
  }
  expect(new Set(seen).size).toBe(acts.length);
  for (const before of seen.slice(0, -1).reverse()) {
    editing.undo();
    expect(text(editing)).toBe(before);
  }
  expect([editing.canUndo, editing.canRedo, editing.isChanged]).toEqual([false, true, false]);
  for (const after of seen.slice(1)) {
    editing.redo();
    expect(text(editing)).toBe(after);
  }
  expect(editing.canRedo).toBe(false);
});

test('zones that are drawn take a key that is held back as one step', () => {
  const editing = new Editing([FLOOR]);
  for (let press = 1; press <= 9; press += 1)
    pullCorner(editing, 0, [0.1 + press / 100, 0.2], 'corner 0');
  pullCorner(editing, 1, [0.8, 0.2], 'corner 1');
  editing.undo();
  expect(editing.zones[0]?.polygon[0]).toEqual([0.19, 0.2]);
  editing.undo();
  expect(editing.zones).toEqual([FLOOR]);
  expect(editing.canUndo).toBe(false);
});

test('zones that are drawn keep three corners at least and 32 at most', () => {
  const editing = new Editing([FLOOR]);
  for (let at = 0; at < 40; at += 1) editing.addCorner(0);
  expect(editing.zones[0]?.polygon).toHaveLength(32);
  for (let at = 0; at < 40; at += 1) editing.removeCorner(0);
  expect(editing.zones[0]?.polygon).toHaveLength(3);
});

test('zones that are drawn stay in the picture however they are moved, and keep their form', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      (x, y) => {
        const corners = moved(FLOOR.polygon, [x, y]);
        expect(corners.flat().every((ratio) => ratio >= 0 && ratio <= 1)).toBe(true);
        const [[left = 0, top = 0] = [], [right = 0] = [], [, bottom = 0] = []] = corners;
        const sides = [right - left, bottom - top].map((side) => side.toFixed(3));
        expect(sides).toEqual(['0.800', '0.600']);
      },
    ),
  );
});

test('zones that are drawn cannot be saved where edges cross, in the words of the configuration', () => {
  const editing = new Editing([FLOOR]);
  pullCorner(editing, 0, [0.95, 0.5]);
  const polygon = editing.zones[0]?.polygon ?? [];
  expect(editing.fault).toContain(outlineFault(polygon));
  editing.undo();
  expect(editing.fault).toBeNull();
  editing.add('staff');
  editing.change({ name: 'floor' });
  expect(editing.fault).toBe('Two zones have the name floor.');
});

test('zones that are drawn count whom the program would count, at once', () => {
  const editing = new Editing([FLOOR]);
  const at = (x: number) => ({ box: [x, 0.3, x + 0.05, 0.5] as const, score: 0.9 });
  editing.seen = { boxes: [at(0.2), at(0.5), at(0.93)], falsePlaces: [at(0.5).box] };
  expect(editing.tally).toMatchObject({ counted: 1, ignored: 2 });
  editing.pull(moved(FLOOR.polygon, [0.1, 0]));
  expect(editing.tally).toMatchObject({ counted: 2, ignored: 1 });
});

test('corners snap to the border and to corners of other zones, within eight pixels of the screen', () => {
  const size = { width: 800, height: 400 };
  const others = [FLOOR.polygon];
  expect(snapped([0.009, 0.5], others, size)).toEqual([0, 0.5]);
  expect(snapped([0.011, 0.981], others, size)).toEqual([0.011, 1]);
  expect(snapped([0.895, 0.215], others, size)).toEqual([0.9, 0.2]);
  expect(snapped([0.895, 0.225], others, size)).toEqual([0.895, 0.225]);
  expect(snapped([0.895, 0.215], [], size)).toEqual([0.895, 0.215]);
});
