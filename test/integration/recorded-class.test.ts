/**
 * The whole line with real parts: a recording that a real RTSP server plays, added as a camera, counted by `npm start`. A
 * class over it ends as a completed class with the people who were there.
 */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { StatusAnswer } from '../../cli/status/status-text.ts';
import type { SessionBody } from '../../gym/reports/session-row.ts';
import { fixturePath } from '../support/fixtures.ts';
import { suiteFolder } from '../support/folder.ts';
import {
  isRtspServerAvailable,
  looped,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../support/rtsp-server.ts';
import { started } from '../support/started.ts';
import { npmStart, turnout, variablesOf } from '../support/turnout.ts';

/** One person at a time comes and goes: somebody is there for more than half of any 40 s. */
const CLIP = fixturePath('one-by-one-person-detection.mp4');
const MODEL = fixturePath('yolox_nano.onnx');
const CLASS_MS = 40_000;

const missing = [
  ...(isRtspServerAvailable() ? [] : [RTSP_SERVER_NEEDED]),
  ...(existsSync(CLIP) && existsSync(MODEL)
    ? []
    : ['skipped without its clip and model: npx tsx scripts/fetch-fixtures.ts']),
];

const CONFIG = `gyms:
  - id: riverside
    timezone: Europe/London
    rooms: [{id: hall, capacity: 10}]
    schedule: [{id: timetable, url: ./classes.csv, refresh: 1m}]
    # Nobody teaches in this recording, and the test has no ten minutes.
    attendance: {staff: 0, lead: 0s, tail: 0s}
sampling: {class_period: 1s, idle_period: 2s}
`;

describe.skipIf(missing.length > 0)(`a class over RTSP ${missing.join(', ')}`, () => {
  const folder = suiteFolder();
  const variables = variablesOf(folder);
  const rtsp = started(() => startRtspServer({ mounts: { '/hall': looped(CLIP) } }));
  let key: string;

  const json = async <T>(...args: string[]): Promise<T> => {
    const { stdout, stderr, code } = await turnout([...args, '--json'], folder, variables);
    expect([stderr, code]).toEqual(['', 0]);
    return JSON.parse(stdout) as T;
  };

  const server = started(async () => {
    await json('model', 'install', 'yolox-nano', '--from', MODEL);
    await writeFile(variables.TURNOUT_CONFIG, CONFIG);
    await json('camera', 'add', 'hall', rtsp.url('/hall'), '--room', 'hall');
    const startsMs = Math.ceil((Date.now() + 8_000) / 1000) * 1000;
    const instant = (atMs: number) => new Date(atMs).toISOString();
    const row = `1,Spin,Anna,hall,${instant(startsMs)},${instant(startsMs + CLASS_MS)},4`;
    await writeFile(join(folder, 'classes.csv'), `id,name,trainer,room,start,end,booked\n${row}\n`);
    const running = await npmStart(variables);
    ({ key } = await json<{ key: string }>('key', 'create', '--role', 'owner'));
    return running;
  });

  const spin = async (): Promise<SessionBody | undefined> => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${server.url}/v1/summary?gym_id=riverside`, { headers });
    expect(answer.status).toBe(200);
    const { classes } = (await answer.json()) as { classes: SessionBody[] };
    return classes.find(({ name }) => name === 'Spin');
  };

  test('is scheduled, then in progress with the people who are there now', async () => {
    const running = async () => {
      const now = await spin();
      expect(now).toMatchObject({ status: 'in_progress', booked: 4 });
      expect(now?.occupancy_now).not.toBeNull();
      expect(now?.quality_reasons).not.toContain('no_samples');
    };
    await vi.waitFor(running, { timeout: 40_000, interval: 500 });
  });

  type Analysis = { samples: { count: number }[] };
  let analysed: Promise<Analysis>;

  test('ends as a completed class with its attendance, interval and grade', async () => {
    // For the next test, while the class goes on.
    analysed = json('analyze', CLIP, '--every', '1s');
    const ended = async () => {
      const now = await spin();
      expect(now?.status).toBe('completed');
      expect(now?.quality_reasons).not.toContain('in_progress');
      return now;
    };
    const spun = await vi.waitFor(ended, { timeout: 110_000, interval: 1_000 });
    expect(spun).toMatchObject({ attended: 1, fill_rate: 0.1, source: 'camera' });
    expect(spun?.attended_low).toBeLessThanOrEqual(1);
    expect(spun?.attended_high).toBeGreaterThanOrEqual(1);
    expect(['A', 'B', 'C']).toContain(spun?.quality);
  });

  test('has the count of each keyframe that the recording itself has', async () => {
    const { samples } = await analysed;
    const recorded = samples.map(({ count }) => count);
    expect(recorded).toHaveLength(140);
    // Until somebody has come or gone: a series of zeros alone would fit anywhere.
    const enough = async () => {
      const { counts } = await json<StatusAnswer>('status');
      const live = counts?.['hall']?.samples ?? [];
      expect(live.length).toBeGreaterThanOrEqual(12);
      expect(new Set(live.map(({ count }) => count)).size).toBe(2);
      return live;
    };
    const live = await vi.waitFor(enough, { timeout: 70_000, interval: 1000 });
    // A keyframe a second: the seconds between two samples say how many keyframes lie between them.
    const firstMs = live[0]?.media_ms ?? 0;
    const fits = recorded.some((_, start) =>
      live.every(({ count, media_ms }) => {
        const keyframe = start + Math.round(((media_ms ?? 0) - firstMs) / 1000);
        return count === recorded[keyframe % recorded.length];
      }),
    );
    const counts = live.map(({ count }) => count).join('');
    expect(fits, `live ${counts} is no part of ${recorded.join('')}`).toBe(true);
  });
});
