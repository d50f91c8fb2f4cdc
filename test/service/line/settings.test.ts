/** Of a configuration full of addresses and passwords, nothing of them is in what the head office gets. */

import { expect, it } from 'vitest';
import { isWhole } from '../../../chain/sync.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { settingsOf } from '../../../service/line/box-report.ts';
import { ownStatus } from '../../../service/line/lines.ts';
import { camera, engineStatus, feedStatus } from '../../support/engine-status.ts';

it('settings have the shape of their kind, and no address, password, camera or path', async () => {
  const { gyms } = await openConfig(
    readEnvironment({
      TURNOUT_CONFIG: 'turnout.example.yaml',
      HALL_PASSWORD: 'hall-secret',
      CALENDAR_TOKEN: 'calendar-secret',
    }),
  );
  for (const gym of gyms) {
    const data = settingsOf(gym);
    expect(isWhole({ seq: 1, kind: 'settings', key: 'gym', data })).toBe(true);
    const text = JSON.stringify(data);
    const hidden = [
      ...gym.rooms.flatMap(({ cameras }) => cameras.map(({ url }) => url)),
      ...gym.schedule.map(({ url }) => url),
      'secret',
      '://',
    ];
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
    expect(text).not.toMatch(/\b\d{1,3}(?:\.\d{1,3}){3}\b/);
    expect(data.rooms.map(({ id }) => id)).toEqual(gym.rooms.map(({ id }) => id));
  }
});

it('the state of a box has counts of its own gym, and no name of a camera', () => {
  const status = {
    ...engineStatus(),
    cameras: [camera({ id: 'hall' }), camera({ id: 'bar', state: 'failing', detail: 'no route' })],
    cameraPlaces: new Map([
      ['hall', { gymId: 'north', lastSampleUtcMs: null }],
      ['bar', { gymId: 'south', lastSampleUtcMs: null }],
    ]),
    schedule: { feeds: [feedStatus(), feedStatus({ gymId: 'south' })] },
  } as ReturnType<typeof engineStatus>;
  expect(ownStatus(status, 'north')).toEqual({
    cameras: { streaming: 1 },
    storage: 'ok',
    feeds: [{ id: 'site', ok: true }],
    has_configuration_faults: false,
  });
});
