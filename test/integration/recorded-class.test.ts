/**
 * A class from beginning to end with real parts: a schedule entry over a recording that a real RTSP server plays, counted
 * by `npm start`, ends as a completed class with the people who were there in `/v1/summary`.
 */

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixturePath } from '../support/fixtures.ts';
import {
  isRtspServerAvailable,
  looped,
  RTSP_SERVER_NEEDED,
  type RtspServer,
  startRtspServer,
} from '../support/rtsp-server.ts';
import { npmStart, type RunningServer, turnout } from '../support/turnout.ts';

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

interface ClassAnswer {
  readonly name: string;
  readonly status: string;
  readonly booked: number | null;
  readonly attended: number | null;
  readonly attended_low: number | null;
  readonly attended_high: number | null;
  readonly fill_rate: number | null;
  readonly occupancy_now: number | null;
  readonly quality: string;
  readonly quality_reasons: readonly string[];
  readonly source: string | null;
}

describe.skipIf(missing.length > 0)(`a class over RTSP ${missing.join(', ')}`, () => {
  let folder: string;
  let rtsp: RtspServer;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-class-'));
    rtsp = await startRtspServer({ mounts: { '/hall': looped(CLIP) } });
    const variables = {
      TURNOUT_DATA: join(folder, 'data'),
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
      HALL_PORT: String(rtsp.port),
    };
    await turnout(['model', 'install', 'yolox-nano', '--from', MODEL], folder, variables);
    await writeFile(
      variables.TURNOUT_CONFIG,
      `gyms:
  - id: riverside
    timezone: Europe/London
    rooms:
      - id: hall
        capacity: 10
        cameras: [{id: hall, url: 'rtsp://127.0.0.1:\${HALL_PORT}/hall'}]
    schedule: [{id: timetable, url: ./classes.csv, refresh: 1m}]
    # Nobody teaches in this recording, and the test has no ten minutes.
    attendance: {staff: 0, lead: 0s, tail: 0s}
sampling: {class_period: 1s, idle_period: 2s}
`,
    );
    const startsMs = Math.ceil((Date.now() + 8_000) / 1000) * 1000;
    const instant = (atMs: number) => new Date(atMs).toISOString();
    await writeFile(
      join(folder, 'classes.csv'),
      `id,name,trainer,room,start,end,booked\n1,Spin,Anna,hall,${instant(startsMs)},${instant(startsMs + CLASS_MS)},4\n`,
    );
    server = await npmStart(variables);
    const made = await turnout(['key', 'create', '--role', 'owner', '--json'], folder, variables);
    ({ key } = JSON.parse(made.stdout) as { key: string });
  });
  afterAll(async () => {
    await server?.stop();
    await rtsp.stop();
    await rm(folder, { recursive: true });
  });

  const spin = async (): Promise<ClassAnswer | undefined> => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${server.url}/v1/summary?gym_id=riverside`, { headers });
    expect(answer.status).toBe(200);
    const { classes } = (await answer.json()) as { classes: ClassAnswer[] };
    return classes.find(({ name }) => name === 'Spin');
  };

  test('is scheduled, then in progress with the people who are there now', async () => {
    const running = await vi.waitFor(
      async () => {
        const now = await spin();
        expect(now).toMatchObject({ status: 'in_progress', booked: 4 });
        expect(now?.occupancy_now).not.toBeNull();
        return now;
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(running?.quality_reasons).not.toContain('no_samples');
  });

  test('ends as a completed class with its attendance, interval and grade', async () => {
    const ended = await vi.waitFor(
      async () => {
        const now = await spin();
        expect(now?.status).toBe('completed');
        expect(now?.quality_reasons).not.toContain('in_progress');
        return now;
      },
      { timeout: 110_000, interval: 1_000 },
    );
    expect(ended).toMatchObject({ attended: 1, fill_rate: 0.1, source: 'camera' });
    expect(ended?.attended_low).toBeLessThanOrEqual(1);
    expect(ended?.attended_high).toBeGreaterThanOrEqual(1);
    expect(['A', 'B', 'C']).toContain(ended?.quality);
  });
});
