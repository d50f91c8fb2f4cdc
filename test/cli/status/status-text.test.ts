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

describe('the status as text', () => {
  it('has each part in a line of its own', () => {
    const text = statusText(answer());
    expect(text).toMatch(/^Turnout 1\.2\.3 at http:\/\/127\.0\.0\.1:8080, up for 1 d 1 h$/m);
    expect(text).toMatch(/^hall {4}1 person {2}streaming since .*, h264 1920×1080 25 fps$/m);
    expect(text).toMatch(/^Pipeline: +1 worker, 0\.2 samples\/s, 20 ms each \(p99 41\), 3 lost$/m);
    expect(text).toMatch(
      /^Detector: +motion 1\.0\.0, a weak one: motion misses people .*; a better one comes with: turnout model install yolox-nano$/m,
    );
    expect(text).toMatch(/^Storage: +ok, 5 samples, 1\.5 MB$/m);
  });

  it('offers no model of ours in place of a plugin that calls itself weak', () => {
    const [motion] = answer().status.detectors;
    const detectors = [{ ...motion, name: 'mine' }];
    const text = statusText(answer({ detectors } as Partial<Status>));
    expect(text).toMatch(/^Detector: +mine 1\.0\.0, a weak one: its author marks it as weak$/m);
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
    const text = statusText(
      answer(
        { cameras: { total: 1, by_state: {}, list } },
        {
          counts: {
            hall: { now: { count: null, reason: 'not_streaming' }, latest: null, samples: [] },
          },
        },
      ),
    );
    expect(text).toMatch(/unknown +unauthorized \(camera_unauthorized\) since/);
    expect(text).toMatch(/^ +check the password$/m);
  });

  it.each([
    ['warming_up', 'warming up'],
    ['stale', 'unknown (last sample too old)'],
    ['black', 'unknown (black picture)'],
  ] as const)('says %s instead of a number', (reason, words) => {
    const counts = { hall: { now: { count: null, reason }, latest: null, samples: [] } };
    expect(statusText(answer({}, { counts }))).toContain(`hall    ${words}  streaming`);
  });

  it('tells of each feed when it was read, and what is wrong with it', () => {
    const well = {
      gym_id: 'north',
      source_id: 'site',
      last_read_at: '2026-11-20T10:00:00.000Z',
      last_success_at: '2026-11-20T10:00:00.000Z',
      classes: 212,
      faults: 3,
      fault: null,
    };
    const fault = { code: 'feed_refused', detail: 'check that the address is still valid' };
    const ill = {
      ...well,
      source_id: 'staff',
      last_success_at: null,
      classes: 0,
      faults: 0,
      fault,
    };
    const text = statusText(answer({ schedule: { total: 2, failing: 1, feeds: [well, ill] } }));
    expect(text).toMatch(/^Feed: +north\/site, 212 classes, read .*\d\d:00:00, 3 not understood$/m);
    expect(text).toMatch(
      /^Feed: +north\/staff, not read yet; check that the address is still valid$/m,
    );
  });

  it('shows faults of the newest configuration, and why there are no counts', () => {
    const faults = ['line 3: nonsense'];
    const configuration = { ...answer().status.configuration, fault_count: 1, faults };
    const text = statusText(
      answer({ configuration }, { counts: null, counts_fault: 'no database' }),
    );
    expect(text).toMatch(/the newest file has 1 fault:\n {2}line 3: nonsense/);
    expect(text).toMatch(/^Counts: +no database$/m);
  });

  it('says that no descriptor is free, and since when', () => {
    expect(statusText(answer())).not.toContain('Descriptors:');
    const descriptors = { state: 'exhausted' as const, since: '2026-11-21T10:00:00.000Z' };
    expect(statusText(answer({ descriptors }))).toMatch(/^Descriptors: +none free since .+$/m);
  });

  it('has states alone where rows are for others', () => {
    const { status } = answer();
    const far: Partial<Status> = {
      scope: 'states',
      cameras: { total: 3, by_state: { streaming: 2, waiting: 1 }, list: [] },
      detectors: status.detectors.map((one) => ({ ...one, name: null, version: '' })),
      schedule: { total: 2, failing: 1, feeds: [] },
      configuration: { ...status.configuration, fault_count: 2 },
    };
    const text = statusText(answer(far, { counts: null }));
    expect(text).toMatch(/^Cameras: +3, 2 streaming, 1 waiting$/m);
    expect(text).toMatch(/^Detector: +one that could not be loaded, a weak one$/m);
    expect(text).toMatch(/^Feeds: +2, 1 cannot be read$/m);
    expect(text).toMatch(/the newest file has 2 faults$/m);
  });

  it('says what to do where there is no camera', () => {
    expect(statusText(answer({ cameras: { total: 0, by_state: {}, list: [] } }))).toContain(
      'turnout camera add',
    );
  });
});

it('a configuration that was taken while the server ran says what waits for its restart', () => {
  const { configuration } = answer().status;
  const at = (loaded_at: string) => {
    const text = statusText(answer({ configuration: { ...configuration, loaded_at } }));
    return text.split('\n').find((line) => line.startsWith('Configuration:'));
  };
  expect(at('2026-11-21T10:00:01.000Z')).not.toContain('restart');
  expect(at('2026-11-21T12:00:00.000Z')).toMatch(
    /taken .*; changes to server, access, limits, log or workers wait for a restart$/,
  );
});

it('has how the line to a head office is', () => {
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
  expect(statusText(answer({ lines: [line] }))).toMatch(
    /^Line: {10}riverside to hq\.example, offline since .*, 12 waiting, 1 held back, no receipt yet, clock 0 min 45 s off: see that it is right; The line to the head office is down\.$/m,
  );
});
