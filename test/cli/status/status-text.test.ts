/** The status of a server as a person reads it. */

import { describe, expect, it } from 'vitest';
import { statusBody } from '../../../api/routes/status.ts';
import type { Status } from '../../../api/schemas/status.ts';
import { type StatusAnswer, statusText } from '../../../cli/status/status-text.ts';
import { engineStatus } from '../../support/engine-status.ts';

const engine = engineStatus();
const STATUS = statusBody(
  {
    ...engine,
    pipeline: { ...engine.pipeline, failed: 1, shed: 2 },
    storage: { ...engine.storage, sizeBytes: 1_500_000 },
    configuration: { ...engine.configuration, origin: 'file' },
  },
  { version: '1.2.3', backing: 'uws' },
  { scope: 'installation' },
);
const [camera] = STATUS.cameras.list as [Status['cameras']['list'][number]];

const answer = (status: Partial<Status> = {}, more: Partial<StatusAnswer> = {}): StatusAnswer => ({
  url: 'http://127.0.0.1:8080',
  status: { ...STATUS, ...status },
  counts: { hall: { now: { count: 1, reason: null }, latest: null, samples: [] } },
  counts_fault: null,
  ...more,
});

const [motion] = STATUS.detectors;
const { configuration } = STATUS;
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
    ['its address and age', {}, /^Turnout 1\.2\.3 at http:\/\/127\.0\.0\.1:8080, up for 1 min$/m],
    ['a camera', {}, /^hall {4}1 {7}streaming {2}.* {2}h264 1920×1080 25 fps$/m],
    ['the pipeline', {}, /^Pipeline +1 worker, 0\.2 samples\/s, 20 ms each \(p99 40\), 3 lost$/m],
    ['a weak detector', {}, /^Detector +motion 1\.0\.0, weak: motion misses .*: turnout model/m],
    [
      'a plugin that calls itself weak, without a model of ours',
      { detectors: [{ ...motion, name: 'mine' }] },
      /^Detector +mine 1\.0\.0, weak: its author marks it as weak$/m,
    ],
    ['the storage', {}, /^Storage +ok, 12 samples, 1\.5 MB$/m],
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
      /loaded .*; a change to server, access, limits, log or workers needs a restart$/m,
    ],
    [
      'the line to a head office',
      { lines: [line] },
      /^Head office +riverside to hq\.example, offline since .*, 12 waiting, 1 held back, no receipt yet, clock 45 s off: check that it is right; The line to the head office is down\.$/m,
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

  it('says a word instead of a number', () => {
    const now = { count: null, reason: 'stale' } as const;
    const counts = { hall: { now, latest: null, samples: [] } };
    expect(statusText(answer({}, { counts }))).toContain('hall    last count too old  streaming');
  });

  it('says why there are no counts', () => {
    const text = statusText(answer({}, { counts: null, counts_fault: 'no database' }));
    expect(text).toMatch(/^Counts +no database$/m);
  });
});
