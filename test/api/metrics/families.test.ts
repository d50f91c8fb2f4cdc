/** The engine's figures for collectors: ages by state, feeds, and no id, since no key is asked for. */

import { expect, it } from 'vitest';
import { expose } from '../../../api/metrics/exposition.ts';
import { familiesOf } from '../../../api/metrics/families.ts';
import type { CameraPlace, EngineStatus } from '../../../service/status.ts';
import { camera, engineStatus, feedStatus } from '../../support/engine-status.ts';

const NOW_UTC_MS = Date.UTC(2026, 10, 21, 12);
const textOf = (change: Partial<EngineStatus>) =>
  expose(
    familiesOf({
      endpoints: [],
      status: { ...engineStatus(), ...change },
      process: {
        memoryBytes: process.memoryUsage(),
        openDescriptors: null,
        eventLoopDelayMs: null,
      },
      live: { streams: 0, behind: 0, skipped: 0 },
      signIns: { signedIn: 0, begun: 0, refused: 0 },
      logLinesDropped: 0,
      nowUtcMs: NOW_UTC_MS,
    }),
    'openmetrics',
  );

it('tells of each state how old the newest and the oldest last sample are', () => {
  const ago = (seconds: number): CameraPlace => ({
    gymId: 'gym',
    lastSampleUtcMs: NOW_UTC_MS - seconds * 1_000,
  });
  const text = textOf({
    cameras: [
      camera({ id: 'a', keyframes: 1 }),
      camera({ id: 'b', keyframes: 2 }),
      camera({ id: 'c', state: 'waiting' }),
      camera({ id: 'new', state: 'connecting' }),
    ],
    cameraPlaces: new Map([
      ['a', ago(2)],
      ['b', ago(40)],
      ['c', ago(3_600)],
      ['new', { gymId: 'gym', lastSampleUtcMs: null }],
    ]),
  });
  expect(text.match(/^turnout_camera_sample_age_seconds.*$/gm)).toEqual([
    'turnout_camera_sample_age_seconds{state="streaming",camera="newest"} 2',
    'turnout_camera_sample_age_seconds{state="streaming",camera="oldest"} 40',
    'turnout_camera_sample_age_seconds{state="waiting",camera="newest"} 3600',
    'turnout_camera_sample_age_seconds{state="waiting",camera="oldest"} 3600',
  ]);
  expect(text).toContain('turnout_camera_keyframes_total 63\n');
});

it('says whether every feed can be read', () => {
  const fault = { code: 'feed_timeout', detail: 'too late' };
  const text = textOf({ schedule: { feeds: [feedStatus(), feedStatus({ fault })] } });
  expect(text).toContain('turnout_feed_ok 0\n');
  expect(text).toContain('turnout_feeds{state="failing"} 1\n');
});

it('has no id of a camera or feed, and no path of a detector', () => {
  const [detector] = engineStatus().detectors;
  if (detector === undefined) throw new Error('there is none');
  const text = textOf({
    cameras: [camera({ id: 'Secret' })],
    detectors: [detector, { ...detector, name: '/srv/Secret', isLoaded: false, failures: 4 }],
    schedule: { feeds: [feedStatus({ gymId: 'Secret', sourceId: 'Secret' })] },
  });
  expect(text).not.toContain('Secret');
  expect(text).toContain('turnout_detector_failures_total{detector=""} 4\n');
});
