/** Whatever happens to box, line and head office, they have the same in the end, and nothing was taken twice. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOON } from '../../store/history/folder.fixture.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { HeadOffice } from '../../support/head-office.ts';
import { Box, FATES } from './line.fixture.ts';

type Happening = (world: World) => Promise<unknown>;

type World = Awaited<ReturnType<typeof worldOf>>;

const NAME = fc.constantFrom('Yoga', 'Spin', 'Box', 'Row');
const PEOPLE = fc.nat({ max: 30 });

const drawn = <Value>(
  values: fc.Arbitrary<Value>,
  happen: (box: Box, value: Value) => Promise<unknown>,
) =>
  values.map(
    (value): Happening =>
      ({ box }) =>
        happen(box, value),
  );

const change = fc.oneof(
  drawn(fc.dictionary(NAME, PEOPLE), (box, booked) => box.schedule(booked)),
  drawn(fc.tuple(NAME, PEOPLE), (box, [name, people]) => box.count(name, people)),
  drawn(fc.tuple(NAME, fc.option(PEOPLE)), (box, [name, people]) => box.correct(name, people)),
);

const sending = drawn(fc.constantFrom(...FATES), (box, fate) => box.turn(fate));

const FAULTS: readonly Happening[] = [
  async ({ box }) => box.deliverLate(),
  ({ box }) => box.restart(),
  ({ box }) => box.backUp(),
  async (world) => {
    world.copyOfOffice = world.office.snapshot();
  },
  async ({ office, copyOfOffice }) => office.restore(copyOfOffice),
  async ({ office }) => office.lose(183),
];

const happenings = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: change },
    { weight: 4, arbitrary: sending },
    { weight: 1, arbitrary: fc.constantFrom(...FAULTS) },
  ),
  { maxLength: 30 },
);

async function worldOf() {
  const clock = new FakeClock(NOON);
  const office = new HeadOffice(() => clock.nowUtcMs());
  const box = await Box.open(office, clock);
  await box.backUp();
  await box.join();
  return { box, office, copyOfOffice: office.snapshot() };
}

async function expectEqual({ box, office }: World): Promise<void> {
  box.deliverLate();
  // Days, each with its comparison of digests.
  for (let day = 0; day < 2; day += 1) {
    box.clock.skip(25 * 3_120_000);
    await box.settle();
  }
  expect(await box.turn()).toBe('idle');
  expect(office.digests()).toEqual(await box.digests());
  expect(office.rows()).toEqual(await box.rows());
  expect(Math.max(1, ...office.applied.values())).toBe(1);
}

it('over a line that loses, doubles and reorders, with kills, and backups put back on both sides by whatever means', async () => {
  const later = fc.option(happenings, { freq: 2 });
  await fc.assert(
    fc.asyncProperty(happenings, later, async (before, after) => {
      const world = await worldOf();
      const { box } = world;
      if (after !== null) {
        await box.schedule({ Yoga: 1 });
        await box.backUp();
      }
      for (const happen of before) await happen(world);
      if (after !== null) {
        await box.putBack();
        if ((await box.history.outbox.links()).length === 0) await box.join();
        for (const happen of after) await happen(world);
      }
      await expectEqual(world);
    }),
    { numRuns: 50 },
  );
}, 240_000);
