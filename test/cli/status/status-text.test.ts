/** The status of a server as a person reads it. */

import { expect, it } from 'vitest';
import { statusBody } from '../../../api/routes/status.ts';
import { type StatusAnswer, statusText } from '../../../cli/status/status-text.ts';
import type { EngineStatus } from '../../../service/status.ts';
import {
  brokerStatus,
  camera,
  engineStatus,
  feedStatus,
  lineStatus,
} from '../../support/engine-status.ts';

const plain = engineStatus();
const [motion] = plain.detectors as [EngineStatus['detectors'][number]];
const configuration = { ...plain.configuration, origin: 'file' } as const;
const refused = { code: 'feed_refused', detail: 'check that the address is still valid' };

/** What a server in this condition says of itself. */
function textOf(condition: Partial<EngineStatus> = {}, more: Partial<StatusAnswer> = {}): string {
  const status: EngineStatus = {
    ...plain,
    pipeline: { ...plain.pipeline, failed: 1, shed: 2 },
    storage: { ...plain.storage, sizeBytes: 1_500_000 },
    configuration,
    ...condition,
  };
  return statusText({
    url: 'http://127.0.0.1:8080',
    status: statusBody(status, { version: '1.2.3', backing: 'uws' }, { scope: 'installation' }),
    counts: { hall: { now: { count: 1, reason: null }, latest: null, samples: [] } },
    counts_fault: null,
    ...more,
  });
}

const reasons = ['camera_unauthorized'] as const;
const shut = camera({ state: 'unauthorized', reasons, detail: 'check the password' });
const unknown = (reason: 'not_streaming' | 'stale') => {
  return { counts: { hall: { now: { count: null, reason }, latest: null, samples: [] } } };
};

type Row = [string, Partial<EngineStatus>, expected: RegExp, more?: Partial<StatusAnswer>];

it.each<Row>([
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
    { schedule: { feeds: [feedStatus({ faultCount: 3 })] } },
    /^Feed +north\/site, 212 classes, read .*\d\d:01, 3 not understood$/m,
  ],
  [
    'a feed that cannot be read, and what to do',
    { schedule: { feeds: [feedStatus({ lastSuccessUtcMs: null, fault: refused })] } },
    /^Feed +north\/site, not read yet; check that the address is still valid$/m,
  ],
  [
    'that no descriptor is free, and since when',
    { descriptors: { shortSinceUtcMs: plain.startedAtUtcMs } },
    /^Descriptors +none free since .+$/m,
  ],
  [
    'faults of the newest configuration',
    { configuration: { ...configuration, faults: ['line 3: nonsense'] } },
    /the newest file has 1 fault:\n +line 3: nonsense/,
  ],
  [
    'what waits for a restart',
    { configuration: { ...configuration, needsRestart: ['server', 'log'] } },
    /loaded .*; changes to server, log need a restart$/m,
  ],
  [
    'backups that fail, and why',
    { backup: { newestUtcMs: null, isOverdue: true, failures: 2, fault: 'no such folder' } },
    /^Backups +none yet, 2 failed since the start; no such folder$/m,
  ],
  [
    'the line to a head office',
    { lines: [lineStatus('riverside')] },
    /^Head office +riverside to hq\.example, offline since .*, 12 waiting, 1 held back, no receipt yet, clock 45 s off: check that it is right; The line to the head office is down\.$/m,
  ],
  ['the broker', { mqtt: [brokerStatus('bay')] }, /^MQTT +bay, failing since .*; It is down\.$/m],
  ['what to do where there is no camera', { cameras: [] }, /turnout camera add/],
  [
    'why a camera does not count, and what to do',
    { cameras: [shut] },
    /^hall {4}– {7}user name or password refused {2}.*\n(?:.*\n)*? +check the password$/m,
    unknown('not_streaming'),
  ],
  ['a word for a number', {}, /hall {4}last count too old {2}streaming/, unknown('stale')],
  ['why nothing is counted', {}, /^Counts +no data$/m, { counts: null, counts_fault: 'no data' }],
])('the status as text has %s', (_, condition, expected, more) => {
  expect(textOf(condition, more)).toMatch(expected);
});
