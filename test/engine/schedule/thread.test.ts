import { describe, expect, it } from 'vitest';
import { parseScheduleOffThread } from '../../../engine/schedule/index.ts';
import { parseSchedule } from '../../../engine/schedule/parse.ts';
import { LONDON } from '../../support/schedules.ts';

const CSV = new TextEncoder().encode('Class,Start,End\nYoga,2026-03-27 18:30,19:30\n');

describe('a schedule read on a thread', () => {
  it('is the same as read here', async () => {
    expect(await parseScheduleOffThread(CSV, LONDON)).toEqual(parseSchedule(CSV, LONDON));
  });

  it('fails with the same coded error', async () => {
    const html = new TextEncoder().encode('<html>');
    await expect(parseScheduleOffThread(html, LONDON)).rejects.toMatchObject({
      code: 'schedule_unreadable',
      parts: { got: 'a page of the web' },
    });
  });

  it('is given up after its time, or when nobody wants it any more', async () => {
    await expect(parseScheduleOffThread(CSV, LONDON, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'schedule_timeout',
    });
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(parseScheduleOffThread(CSV, LONDON, { signal })).rejects.toThrow('stopped');
  });
});
