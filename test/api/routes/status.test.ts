/** What `/v1/status` tells to whom: states to strangers, rows to owners, and never an address. */

import { expect, it, onTestFinished } from 'vitest';
import type { Status } from '../../../api/schemas/status.ts';
import type { EngineStatus } from '../../../service/status.ts';
import {
  brokerStatus,
  camera,
  engineStatus,
  feedStatus,
  lineStatus,
} from '../../support/engine-status.ts';
import { startService } from '../../support/service.ts';
import { gymsOf, KEYS, keysOf } from '../auth/gyms.fixture.ts';

const DETAIL = 'cannot open rtsp://admin:Zq9secret@10.0.0.7/live';
const FEED_DOWN = { code: 'feed_unreachable', detail: 'check the address and the network' };

/** Two gyms, each with a camera and a feed, and everything that can be wrong. */
function everything(): EngineStatus {
  const plain = engineStatus();
  const lastFailure = { code: 'detector_invalid', detail: 'looked from /srv/SecretCheckout' };
  return {
    ...plain,
    cameras: [
      camera({ id: 'SecretHall', detail: DETAIL, codec: null, state: 'waiting' }),
      camera({ id: 'SecretPool', state: 'streaming' }),
    ],
    cameraPlaces: new Map([
      ['SecretHall', { gymId: 'gym', lastSampleUtcMs: null }],
      ['SecretPool', { gymId: 'SecretRival', lastSampleUtcMs: Date.UTC(2026, 10, 21, 10) }],
    ]),
    detectors: [
      ...plain.detectors.map((one) => ({ ...one, model: 'SecretModel' })),
      ...plain.detectors.map((one) => ({
        ...one,
        name: '/srv/SecretCheckout/SecretPlugin',
        isLoaded: false,
        version: '',
        isQuarantined: true,
        failures: 2,
        lastFailure,
      })),
    ],
    storage: { ...plain.storage, state: 'failing', detail: `/srv/SecretData: ${DETAIL}` },
    schedule: {
      feeds: [
        feedStatus({ gymId: 'gym', sourceId: 'SecretSite', fault: FEED_DOWN }),
        feedStatus({ gymId: 'SecretRival', sourceId: 'SecretStaff' }),
      ],
    },
    mqtt: [brokerStatus('gym'), brokerStatus('SecretRival')],
    lines: [lineStatus('gym'), lineStatus('SecretRival', 'SecretOffice')],
    configuration: {
      ...plain.configuration,
      gymIds: ['gym', 'SecretRival'],
      faults: ['gyms[0].economics.trainers[0].flat_pay: expected a number, got -Secret77.77'],
      // Of the file that runs: under `detectors`.
      detectorFaults: ['options of detector person: score_threshold: expected <= 0.99, got 5'],
    },
  };
}

const textOf = async (headers: Record<string, string>, status = everything) => {
  const service = await startService({ gyms: gymsOf('gym'), access: await keysOf(), status });
  onTestFinished(service.close);
  // The service holds a body of status 200 to its schema.
  return (await service.get('/v1/status', { headers })).text();
};

it.each([
  ['a stranger', {}],
  ['the sandbox', { 'X-Sandbox': 'true', 'X-Api-Key': KEYS.owner }],
])('GET /v1/status tells %s states and how many, and no configuration', async (_, headers) => {
  const text = await textOf(headers as Record<string, string>);
  expect(text).not.toMatch(/Secret|Zq9|10\.0\.0\.7|srv/);
  expect(JSON.parse(text)).toMatchObject({
    scope: 'states',
    version: '1.2.3',
    cameras: { total: 2, by_state: { waiting: 1, streaming: 1 }, list: [] },
    http: { backing: 'node:http' },
    detectors: [
      { name: 'motion', version: '1.0.0', model: null },
      { name: null, version: '', last_failure: { code: 'detector_invalid', detail: null } },
    ],
    storage: { state: 'failing', detail: null },
    schedule: { total: 2, failing: 1, feeds: [] },
    mqtt: { total: 2, failing: 2, connections: [] },
    lines: [],
    configuration: { fault_count: 1, faults: [] },
  });
});

it('GET /v1/status tells an owner of the rows of its gym, and of nothing of another', async () => {
  const text = await textOf({ 'X-Api-Key': KEYS.owner });
  expect(text).not.toMatch(
    /SecretPool|SecretRival|SecretStaff|SecretOffice|SecretPlugin|SecretData|Secret77/,
  );
  const { scope, cameras, schedule, mqtt, lines, configuration } = JSON.parse(text) as Status;
  expect(scope).toBe('gym');
  expect(mqtt?.connections).toMatchObject([{ gym_id: 'gym', state: 'failing' }]);
  expect(lines).toEqual([
    {
      gym_id: 'gym',
      head_office: 'hq.example',
      state: 'offline',
      since: '2026-11-21T10:00:00.000Z',
      detail: 'The line to the head office is down.',
      pending: 12,
      held: 1,
      clock_skew_s: -45,
      clock_unsure: true,
      last_receipt_at: null,
    },
  ]);
  expect(cameras.total).toBe(2);
  expect(cameras.list).toMatchObject([{ id: 'SecretHall', codec: null, last_sample_at: null }]);
  expect(schedule.feeds).toMatchObject([{ source_id: 'SecretSite', fault: FEED_DOWN }]);
  expect(configuration).toMatchObject({ fault_count: 1, faults: [] });
});

it('GET /v1/status tells the owner of the only gym all of it, without any address', async () => {
  const only = (): EngineStatus => {
    const all = everything();
    return { ...all, configuration: { ...all.configuration, gymIds: ['gym'] } };
  };
  const text = await textOf({ 'X-Api-Key': KEYS.owner }, only);
  expect(text).toContain('cannot open rtsp://…');
  expect(text).not.toMatch(/Zq9|10\.0\.0\.7/);
  expect(JSON.parse(text)).toMatchObject({
    scope: 'installation',
    detectors: [{ model: 'SecretModel' }, { name: '/srv/SecretCheckout/SecretPlugin' }],
    configuration: { fault_count: 1, faults: [expect.stringContaining('flat_pay')] },
  });
});
