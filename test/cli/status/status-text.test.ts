/** The status of a server as a person reads it. */

import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/schemas/status.ts';
import { type StatusAnswer, statusText } from '../../../cli/status/status-text.ts';

const camera: Status['cameras']['list'][number] = {
  id: 'hall',
  state: 'streaming',
  reasons: [],
  detail: null,
  since: '2026-11-21T10:00:00.000Z',
  retry_at: null,
  sample_period_ms: 5000,
  codec: 'h264',
  width: 1920,
  height: 1080,
  fps: 25,
  gop_ms: 2000,
  reconnects: 0,
  keyframes: 1,
  received_bytes: 1,
  last_keyframe_at: null,
  last_sample_at: null,
};

const answer = (status: Partial<Status> = {}, more: Partial<StatusAnswer> = {}): StatusAnswer => ({
  url: 'http://127.0.0.1:8080',
  status: {
    service: 'turnout',
    scope: 'installation',
    version: '1.2.3',
    started_at: '2026-11-21T10:00:00.000Z',
    uptime_s: 90_061,
    cameras: { total: 1, by_state: { streaming: 1 }, list: [camera] },
    http: { backing: 'uws' },
    pipeline: {
      workers: 1,
      samples: 5,
      samples_per_second: 0.2,
      failed: 1,
      shed: 2,
      starved: 0,
      stale: 0,
      replaced: 0,
      latency_ms: { p50: 20.4, p99: 41 },
    },
    detectors: [
      {
        name: 'motion',
        version: '1.0.0',
        model: null,
        provider: null,
        input: { width: 320, height: 180 },
        weak: true,
        quarantined: false,
        failures: 0,
        faults: {},
        last_failure: null,
        lane: 'shared',
        lane_reason: 'shipped',
        memory_bytes: null,
      },
    ],
    storage: {
      state: 'ok',
      detail: null,
      size_bytes: 1_500_000,
      samples_stored: 5,
      last_write_at: null,
    },
    clock: { last_step_at: null, last_step_s: null },
    descriptors: { state: 'ok', since: null },
    schedule: { total: 0, failing: 0, feeds: [] },
    lines: [],
    configuration: {
      origin: 'file',
      loaded_at: '2026-11-21T10:00:00.000Z',
      fault_count: 0,
      faults: [],
    },
    ...status,
  },
  counts: {
    hall: { now: { count: 1, reason: null }, latest: null, samples: [] },
  },
  counts_fault: null,
  ...more,
});

const [motion] = answer().status.detectors;
const { configuration } = answer().status;
const feed = {
  gym_id: 'north',
  source_id: 'site',
  last_read_at: '2026-11-20T10:00:00.000Z',
  last_success_at: '2026-11-20T10:00:00.000Z',
  classes: 212,
  faults: 3,
  fault: null,
};
const line: Status['lines'][number] = {
  gym_id: 'riverside',
  head_office: 'hq.example',
  state: 'offline',
  since: '2026-11-20T10:00:00.000Z',
  detail: 'The line to the head office is down.',
  pending: 12,
  held: 1,
  clock_skew_s: -45,
  clock_unsure: true,
  last_receipt_at: null,
};
const refused = { code: 'feed_refused', detail: 'check that the address is still valid' };
const states = {
  scope: 'states',
  cameras: { total: 3, by_state: { streaming: 2, waiting: 1 }, list: [] },
  detectors: [{ ...motion, name: null, version: '' }],
  schedule: { total: 2, failing: 1, feeds: [] },
  configuration: { ...configuration, fault_count: 2 },
};

describe('the status as text', () => {
  it.each<readonly [what: string, status: object, expected: RegExp]>([
    ['its address and age', {}, /^Turnout 1\.2\.3 at http:\/\/127\.0\.0\.1:8080, up for 1 d 1 h$/m],
    ['a camera', {}, /^hall {4}1 {7}streaming {2}.* {2}h264 1920×1080 25 fps$/m],
    ['the pipeline', {}, /^Pipeline +1 worker, 0\.2 samples\/s, 20 ms each \(p99 41\), 3 lost$/m],
    ['a weak detector', {}, /^Detector +motion 1\.0\.0, weak: motion misses .*: turnout model/m],
    [
      'a plugin that calls itself weak, without a model of ours',
      { detectors: [{ ...motion, name: 'mine' }] },
      /^Detector +mine 1\.0\.0, weak: its author marks it as weak$/m,
    ],
    ['the storage', {}, /^Storage +ok, 5 samples, 1\.5 MB$/m],
    [
      'a feed that was read',
      { schedule: { total: 1, failing: 0, feeds: [feed] } },
      /^Feed +north\/site, 212 classes, read .*\d\d:00, 3 not understood$/m,
    ],
    [
      'a feed that cannot be read, and what to do',
      {
        schedule: {
          total: 1,
          failing: 1,
          feeds: [{ ...feed, last_success_at: null, faults: 0, fault: refused }],
        },
      },
      /^Feed +north\/site, not read yet; check that the address is still valid$/m,
    ],
    [
      'that no descriptor is free, and since when',
      { descriptors: { state: 'exhausted', since: '2026-11-21T10:00:00.000Z' } },
      /^Descriptors +none free since .+$/m,
    ],
    [
      'faults of the newest configuration',
      { configuration: { ...configuration, fault_count: 1, faults: ['line 3: nonsense'] } },
      /the newest file has 1 fault:\n +line 3: nonsense/,
    ],
    [
      'what waits for a restart, of a configuration that was taken while the server ran',
      { configuration: { ...configuration, loaded_at: '2026-11-21T12:00:00.000Z' } },
      /loaded .*; changes to server, access, limits, log or workers wait for a restart$/m,
    ],
    [
      'the line to a head office',
      { lines: [line] },
      /^Head office +riverside to hq\.example, offline since .*, 12 waiting, 1 held back, no receipt yet, clock 0 min 45 s off: check that it is right; The line to the head office is down\.$/m,
    ],
    [
      'the broker of a gym',
      {
        mqtt: {
          total: 1,
          failing: 1,
          connections: [
            { gym_id: 'riverside', state: 'failing', since: line.since, detail: 'It is down.' },
          ],
        },
      },
      /^MQTT +riverside, failing since .*; It is down\.$/m,
    ],
    [
      'what to do where there is no camera',
      { cameras: { total: 0, by_state: {}, list: [] } },
      /turnout camera add/,
    ],
    ['states alone to a stranger', states, /^3 cameras: 2 streaming, 1 waiting$/m],
    [
      'no name of a detector to a stranger',
      states,
      /^Detector +one that could not be loaded, weak/m,
    ],
    ['the number of feeds to a stranger', states, /^Feeds +2, 1 cannot be read$/m],
    ['the number of faults to a stranger', states, /the newest file has 2 faults$/m],
  ])('has %s', (_, status, expected) => {
    expect(statusText(answer(status as Partial<Status>))).toMatch(expected);
  });

  it('has no line for what is as it should be', () => {
    expect(statusText(answer())).not.toMatch(/Descriptors|Clock|Counts|restart|fault/);
  });

  it('says why a camera does not count, and what to do', () => {
    const list = [
      {
        ...camera,
        state: 'unauthorized' as const,
        reasons: ['camera_unauthorized'],
        detail: 'check the password',
      },
    ];
    const status = { cameras: { total: 1, by_state: {}, list } };
    const hall = { latest: null, samples: [], now: { count: null, reason: 'not_streaming' } };
    const text = statusText(answer(status, { counts: { hall } } as Partial<StatusAnswer>));
    expect(text).toMatch(/^hall {4}– {7}user name or password refused {2}/m);
    expect(text).toMatch(/^ +check the password$/m);
  });

  it.each([
    ['warming_up', 'warming up'],
    ['stale', 'last count too old'],
    ['black', 'black picture'],
  ] as const)('says %s instead of a number', (reason, words) => {
    const counts = { hall: { now: { count: null, reason }, latest: null, samples: [] } };
    expect(statusText(answer({}, { counts }))).toContain(`hall    ${words}  streaming`);
  });

  it('says why there are no counts', () => {
    const text = statusText(answer({}, { counts: null, counts_fault: 'no database' }));
    expect(text).toMatch(/^Counts +no database$/m);
  });

  it('fits 80 columns', () => {
    const lines = statusText(answer({ lines: [line] }), { width: 80, isColoured: false });
    for (const one of lines.split('\n')) expect([...one].length).toBeLessThanOrEqual(80);
  });
});
