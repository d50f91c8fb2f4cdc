/**
 * The whole line with real parts: a recording looped by a real RTSP server, added as a camera, counted by `npm start`,
 * seen with `turnout status`; and the server's death and return.
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

const CLIP = fixturePath('one-by-one-person-detection.mp4');
const MODEL = fixturePath('yolox_nano.onnx');

const missing = [
  ...(isRtspServerAvailable() ? [] : [RTSP_SERVER_NEEDED]),
  ...(existsSync(CLIP) && existsSync(MODEL)
    ? []
    : ['skipped without its clip and model: npx tsx scripts/fetch-fixtures.ts']),
];

interface LiveSample {
  readonly at: string;
  readonly media_ms: number | null;
  readonly count: number | null;
}

interface StatusAnswer {
  readonly status: {
    readonly cameras: {
      readonly list: readonly {
        readonly id: string;
        readonly state: string;
        readonly reasons: readonly string[];
      }[];
    };
  };
  readonly counts: Readonly<Record<string, { samples: readonly LiveSample[] }>>;
}

describe.skipIf(missing.length > 0)(`a recording over RTSP ${missing.join(', ')}`, () => {
  let folder: string;
  let rtsp: RtspServer;
  let server: RunningServer;
  let variables: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-rtsp-'));
    variables = {
      TURNOUT_DATA: join(folder, 'data'),
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
    };
    rtsp = await startRtspServer({ mounts: { '/hall': looped(CLIP) } });
  });
  afterAll(async () => {
    await server?.stop();
    await rtsp.stop();
    await rm(folder, { recursive: true });
  });

  const json = async <T>(...args: string[]): Promise<T> => {
    const { stdout, stderr, code } = await turnout([...args, '--json'], folder, variables);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return JSON.parse(stdout) as T;
  };
  const hall = async () => {
    const { status, counts } = await json<StatusAnswer>('status');
    const camera = status.cameras.list.find(({ id }) => id === 'hall');
    if (camera === undefined) throw new Error('no camera hall in the status');
    return { ...camera, samples: counts['hall']?.samples ?? [] };
  };

  test('gives the same count for each keyframe as the recording itself', async () => {
    await json('model', 'install', 'yolox-nano', '--from', MODEL);
    await writeFile(
      join(folder, 'turnout.yaml'),
      'gyms: [{ id: gym, timezone: UTC, rooms: [{ id: studio }] }]\nsampling: { class_period: 1s }\n',
    );
    await json('camera', 'add', 'hall', rtsp.url('/hall'), '--room', 'studio');
    server = await npmStart(variables);

    const analysis = await json<{ samples: { t_ms: number; count: number }[] }>(
      'analyze',
      CLIP,
      '--every',
      '1s',
    );
    const recorded = analysis.samples.map(({ count }) => count);
    expect(recorded).toHaveLength(140);

    // Until somebody has come or gone: a series of zeros alone would fit anywhere.
    const live = await vi.waitFor(
      async () => {
        const { samples } = await hall();
        expect(samples.length).toBeGreaterThanOrEqual(12);
        expect(new Set(samples.map(({ count }) => count)).size).toBe(2);
        return samples;
      },
      { timeout: 70_000, interval: 1000 },
    );
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

  test('survives the death and the return of the RTSP server within 30 s', async () => {
    await rtsp.stop();
    await vi.waitFor(async () => expect((await hall()).state).toBe('waiting'), {
      timeout: 30_000,
      interval: 500,
    });
    const lost = await hall();
    expect(lost.reasons.length).toBeGreaterThan(0);
    const lastAt = lost.samples.at(-1)?.at ?? '';

    await rtsp.start();
    await vi.waitFor(
      async () => {
        const camera = await hall();
        expect(camera.state).toBe('streaming');
        expect((camera.samples.at(-1)?.at ?? '') > lastAt).toBe(true);
      },
      { timeout: 30_000, interval: 500 },
    );
  });

  test('leaves no address of the camera in the log or in the status', async () => {
    const { stdout } = await turnout(['status', '--json'], folder, variables);
    const api = await (await fetch(`${server.url}/v1/status`)).text();
    for (const text of [stdout, api, server.log.join('\n')]) {
      expect(text).not.toContain('rtsp://127');
      expect(text).not.toContain(String(rtsp.port));
    }
  });

  test('stops cleanly within 5 s', async () => {
    const startedMs = performance.now();
    await server.stop();
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(server.log.at(-1)).toContain('"event":"stopped"');
  });
});
