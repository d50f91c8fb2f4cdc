import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSchedule, sourceIdOf } from '../../../cli/schedule/import.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { listeningInTest } from '../../support/test-server.ts';
import { askIn } from '../typed.ts';

async function* pieces(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part);
}

it('the bytes of a schedule come from an address with a login, which stays out of every error', async () => {
  const server = createServer(({ headers }, answer) => {
    const isKnown = headers.authorization === `Basic ${btoa('ann:Zq9')}`;
    answer.writeHead(isKnown ? 200 : 401).end('classes');
  });
  const host = `127.0.0.1:${await listeningInTest(server)}`;
  expect(`${await readSchedule(`http://ann:Zq9@${host}/`, pieces())}`).toBe('classes');
  const refused = readSchedule(`http://ann:Zq@${host}/Zq9`, pieces());
  await expect(refused).rejects.toEqual(anError('feed_refused', /^(?!.*Zq)/s));
});

it('the bytes of a schedule over 32 MiB are refused before they are sent, of a file as of what is piped in', async () => {
  const limit = 32 * 1024 * 1024;
  const tooLarge = (got: unknown) =>
    anError('schedule_too_large', `expected at most ${limit} bytes, got ${got}`);
  const whole = Buffer.alloc(limit);
  expect(await readSchedule('-', pieces(whole))).toHaveLength(limit);
  await expect(readSchedule('-', pieces(whole, 'x'))).rejects.toEqual(tooLarge('more'));
  const file = join(testFolder(), 'large.csv');
  await writeFile(file, Buffer.alloc(limit + 1));
  await expect(readSchedule(file, pieces())).rejects.toEqual(tooLarge(limit + 1));
});

it('two calendars of one host are two sources, and their names hold no secret', () => {
  const [one, other] = ['one', 'other'].map((path) =>
    sourceIdOf(`https://calendar.example/${path}/Zq9.ics`),
  );
  expect(one).toMatch(/^calendar-example-[0-9a-f]{8}$/);
  expect(other).toMatch(/^calendar-example-[0-9a-f]{8}$/);
  expect(one).not.toBe(other);
  expect(sourceIdOf('https://calendar.example/one/Zq9.ics')).toBe(one);
});

it('without a configuration nothing is imported: it would be of the demo', async () => {
  const folder = testFolder();
  const file = join(folder, 'week.csv');
  await writeFile(file, 'name,start,end\nSpin,2026-11-20 18:00,2026-11-20 19:00');
  const { code, err } = await askIn(folder, 'schedule', 'import', file);
  expect([code, err]).toEqual([2, expect.stringContaining('make one with: turnout init')]);
  expect((await askIn(folder, 'schedule', 'import', file, '--preview')).code).toBe(0);
});
