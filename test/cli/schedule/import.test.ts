import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSchedule, sourceIdOf } from '../../../cli/schedule/import.ts';
import { BookingServer, fakeWeek, PRIVATE } from '../../support/booking-server.ts';
import { testFolder } from '../../support/folder.ts';
import { listening, stopped } from '../../support/loopback.ts';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('the bytes of a schedule', () => {
  it('come from a booking system', async () => {
    const server = await BookingServer.start('Europe/London');
    onTestFinished(() => server.stop());
    server.classes = fakeWeek(Date.now());
    const bytes = await readSchedule(server.address('momence'), pieces());
    const text = Buffer.from(bytes).toString();
    expect(JSON.parse(text).items).toHaveLength(14);
    expect(text).not.toMatch(PRIVATE);
  });

  it('come from an address with a login, which stays out of every error', async () => {
    const server = createServer(({ headers }, answer) => {
      const isKnown = headers.authorization === `Basic ${btoa('ann:Zq9')}`;
      answer.writeHead(isKnown ? 200 : 401).end('classes');
    });
    onTestFinished(() => stopped(server));
    const host = `127.0.0.1:${await listening(server)}`;
    expect(`${await readSchedule(`http://ann:Zq9@${host}/`, pieces())}`).toBe('classes');
    await expect(readSchedule(`http://ann:Zq@${host}/Zq9`, pieces())).rejects.toMatchObject({
      code: 'feed_refused',
      message: expect.not.stringContaining('Zq'),
    });
  });

  it('are refused over 32 MiB before they are sent, with one sentence for files and for what is piped in', async () => {
    const limit = 32 * 1024 * 1024;
    const whole = Buffer.alloc(limit);
    async function* piped(...parts: Uint8Array[]) {
      yield* parts;
    }
    expect(await readSchedule('-', piped(whole))).toHaveLength(limit);
    await expect(readSchedule('-', piped(whole, Buffer.alloc(1)))).rejects.toMatchObject({
      code: 'schedule_too_large',
      message: expect.stringContaining(`expected at most ${limit} bytes, got more`),
    });
    const file = join(testFolder(), 'large.csv');
    await writeFile(file, Buffer.alloc(limit + 1));
    await expect(readSchedule(file, pieces())).rejects.toMatchObject({
      code: 'schedule_too_large',
      message: expect.stringContaining(`expected at most ${limit} bytes, got ${limit + 1}`),
    });
  });
});

it.each([
  ['./exports/Mindbody Export (3).csv', 'mindbody-export-3'],
  ['Übersicht.ics', 'ubersicht'],
  ['-', 'import'],
  ['課程.csv', 'import'],
])('%s is called %s', (file, id) => {
  expect(sourceIdOf(file)).toBe(id);
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
