import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Recent } from '../../../store/access/recent.ts';

it('remembers the last ones whatever was set, and never more than twice its capacity', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 100 }),
      (capacity, ids) => {
        const recent = new Recent<number>(capacity);
        const last: string[] = [];
        for (const [at, id] of ids.entries()) {
          recent.set(`${id}`, at);
          if (last.includes(`${id}`)) last.splice(last.indexOf(`${id}`), 1);
          last.push(`${id}`);
          for (const kept of last.slice(-capacity)) {
            expect(recent.get(kept)).toBe(ids.lastIndexOf(Number(kept), at));
          }
          expect(recent.size).toBeLessThanOrEqual(2 * capacity);
        }
      },
    ),
  );
});

it('what is refreshed is remembered as if it was set again', () => {
  const recent = new Recent<number>(2);
  recent.set('kept', 1);
  recent.set('lost', 2);
  recent.set('third', 3);
  expect(recent.refreshed('kept')).toBe(1);
  recent.set('fourth', 4);
  recent.set('fifth', 5);
  expect([recent.get('kept'), recent.get('lost'), recent.refreshed('lost')]).toEqual([
    1,
    undefined,
    undefined,
  ]);
});
