/** What commands tell of a class that is just over: its server knows the count, and the history does not have it yet. */

import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { UNSEEN } from '../../service/gyms/evaluator.ts';
import { counted } from '../support/classes.ts';
import { MINUTE_MS } from '../support/times.ts';
import { fileHere, gymText, json, owned, told, typed } from './typed.ts';

/** Times of a class of an hour that ended two minutes ago, as a file has them, and the date that it began on. */
function justOver() {
  const endsUtcMs = Date.now() - 2 * MINUTE_MS;
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
  const start = text(endsUtcMs - 60 * MINUTE_MS);
  return { start, end: text(endsUtcMs), date: start.slice(0, 10) };
}

const NAMES = ['Yoga', 'Spin', 'Pump'];

it('commands tell of a class that is just over what a running server tells', async () => {
  await typed(gymText({ timezone: 'UTC' }));
  const { start, end, date } = justOver();
  const file = fileHere('classes.csv');
  const rows = NAMES.map((name) => `${name},${name},Main Hall,${start},${end},18`);
  await writeFile(file, ['id,name,room,start,end,booked', ...rows].join('\n'));
  await told('schedule', 'import', file);
  const report = async () => {
    const printed = (await told('report', 'day', date, '--wide')).split('\n');
    return NAMES.map((name) => printed.find((one) => one.includes(name)));
  };
  // Nobody counts where no server runs.
  const none = NAMES.map(() => expect.not.stringContaining('counting'));
  expect(await report()).toEqual(none);
  const { classes } = await json('report', 'day', date);
  const idOf = (name: string) => classes.find((one: { name: string }) => one.name === name).id;
  const seen = new Map([
    [idOf('Yoga'), counted(14)],
    [idOf('Pump'), UNSEEN],
  ]);
  await owned(seen);
  expect(await report()).toEqual([
    expect.stringMatching(/Hall +18 +14 \(13–15\) +20 +70% +4\+$/),
    expect.stringMatching(/Hall +18 +counting… +20 +–/),
    expect.stringMatching(/Hall +18 +– +20 +–/),
  ]);
});
