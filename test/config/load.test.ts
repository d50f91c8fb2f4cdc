/** From a file to the configuration that the program uses. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placedCameras } from '../../config/config.ts';
import { readEnvironment, unsetVariables } from '../../config/environment.ts';
import { demoConfig, loadConfig, loadZones, openConfig, parseConfig } from '../../config/load.ts';
import { testFolder } from '../support/folder.ts';

const ENVIRONMENT = readEnvironment({ PASSWORD: 'hunter2' });

const TEXT = `gyms:
  - id: main
    timezone: Europe/London
    rooms:
      - id: hall
        cameras:
          - id: live
            url: rtsp://viewer:\${PASSWORD}@192.0.2.1/sub
            detector: ./mine.js
            sampling: {class_period: 2s}
            zones: [{name: mats, kind: staff, polygon: [[0, 0], [1, 0], [1, 1]], anchor: centre}]
          - {id: clip, url: clips/a.mp4}
    schedule: [{id: feed, url: classes.csv, columns: {trainer: Led by}, rooms: {Upstairs: hall}}]
    economics:
      revenue_per_visit: 9.5
      classes: [{name: Spin, room_cost: 8.005}]
      trainers: [{name: Anna, flat_pay: 40}]
detectors: {default: yolox, options: {yolox: {model: a.onnx}, ./mine.js: {level: 2}}}
retention: {samples: 7d}
`;

const config = parseConfig(TEXT, '/etc/turnout/turnout.yaml', ENVIRONMENT);

it('a configuration has numbers with units, merged periods, absolute paths, and null for what is left out', () => {
  const [gym] = config.gyms;
  expect(gym?.rooms[0]).toMatchObject({ id: 'hall', name: 'hall', capacity: null });
  expect(gym?.rooms[0]?.cameras).toMatchObject([
    {
      id: 'live',
      url: 'rtsp://viewer:hunter2@192.0.2.1/sub',
      transport: 'tcp',
      enabled: true,
      detector: '/etc/turnout/mine.js',
      detectorOptions: null,
      sampling: { classPeriodMs: 2_000, idlePeriodMs: 60_000 },
      zones: [{ name: 'mats', kind: 'staff', anchor: 'centre', postures: null }],
    },
    {
      url: '/etc/turnout/clips/a.mp4',
      detector: 'yolox',
      sampling: { classPeriodMs: 5_000, idlePeriodMs: 60_000 },
      zones: [],
    },
  ]);
  const url = '/etc/turnout/classes.csv';
  expect(gym).toMatchObject({
    name: 'main',
    currency: null,
    schedule: [
      { url, refreshMs: 900_000, columns: { trainer: 'Led by' }, rooms: { Upstairs: 'hall' } },
    ],
    economics: {
      revenuePerVisitMilli: 9_500,
      flatPayMilli: null,
      classes: [{ name: 'Spin', revenuePerVisitMilli: null, roomCostMilli: 8_005 }],
      trainers: [{ name: 'Anna', flatPayMilli: 40_000, perHeadPayMilli: null }],
    },
    families: {},
    notify: [],
  });
  expect(config).toMatchObject({
    origin: 'file',
    path: '/etc/turnout/turnout.yaml',
    detectors: {
      default: 'yolox',
      options: { yolox: { model: 'a.onnx' }, '/etc/turnout/mine.js': { level: 2 } },
    },
    sampling: { classPeriodMs: 5_000, workers: 'auto', workerMemoryBytes: 512_000_000 },
    server: { host: '127.0.0.1', port: 8080, publicUrl: null },
    ask: { model: null },
    retention: { samplesMs: 604_800_000, minutesMs: 157_680_000_000 },
    backup: null,
    mail: null,
    limits: { memoryBytes: null },
  });
});

it('a configuration that is bad is one error with every fault in its message and its data', () => {
  const bad = () => parseConfig('gyms: 5\nlog: {level: loud}\n', 'my.yaml', ENVIRONMENT);
  expect(bad).toThrow(`my.yaml: expected a configuration without faults, got 2 faults:
  my.yaml:1:7 gyms: expected a list, 1..64 entries, got 5
  my.yaml:2:14 log.level: expected debug, info, warn or error, got "loud"`);
  const faults = [
    { line: 1, column: 7, path: 'gyms', message: expect.stringContaining('expected a list') },
    expect.objectContaining({ line: 2, column: 14, path: 'log.level' }),
  ];
  const parts = expect.objectContaining({ data: { faults } });
  expect(bad).toThrow(expect.objectContaining({ code: 'config_invalid', parts }));
});

it('the demo is a gym with four drawn rooms, looked at every second for motion, which knows drawn people', () => {
  const demo = demoConfig(ENVIRONMENT, 1_800_000_000_000);
  expect(demo).toMatchObject({ origin: 'demo', path: null, gyms: [{ id: 'demo' }] });
  expect(placedCameras(demo).map(({ roomId, camera }) => [roomId, camera.url])).toEqual([
    ['studio', 'scene:studio?seed=5&epoch=1799999400&empty_s=60'],
    ['spin', 'scene:spin?seed=2&epoch=1799997600&empty_s=60'],
    ['weights', 'scene:weights?seed=3&epoch=1799999400&empty_s=60'],
    ['yoga', 'scene:yoga?seed=4&epoch=1799999400&empty_s=60'],
  ]);
  expect(demo.detectors.default).toBe('motion');
  expect(placedCameras(demo).every(({ camera }) => camera.detector === 'motion')).toBe(true);
});

const newPath = () => join(testFolder(), 'turnout.yaml');

it('a file that is named and not there is said, with what to do', async () => {
  const opened = openConfig(readEnvironment({ TURNOUT_CONFIG: newPath() }));
  await expect(opened).rejects.toMatchObject({ code: 'config_not_found' });
  await expect(opened).rejects.toThrow('got no file; create one with "turnout init"');
});

it('a file of zones alone gives the zones, or every fault of it', async () => {
  const path = newPath();
  const zone = '{name: mats, kind: count, polygon: [[0, 0], [1, 0], [1, 1]]}';
  await writeFile(path, `zones: [${zone}]`);
  const zones = await loadZones(path, ENVIRONMENT);
  expect(zones).toMatchObject([{ name: 'mats', anchor: 'bottom_centre', postures: null }]);
  await writeFile(path, `zones: [${zone}, ${zone}]\nzone: 1`);
  const loaded = loadZones(path, ENVIRONMENT);
  await expect(loaded).rejects.toThrow('zones[1].name: expected a zone name of its own, got mats');
  await expect(loaded).rejects.toThrow('zone: expected a known key, got zone; did you mean zones?');
});

it.each([
  ['no UTF-8', Buffer.from([0x67, 0xff, 0xfe]), 'expected a text in UTF-8, got other bytes'],
  ['too large', Buffer.alloc(2 ** 20 + 1, 0x20), 'expected at most 1048576 bytes, got 1048577'],
])('a file that is %s is refused', async (_, bytes, said) => {
  const path = newPath();
  await writeFile(path, bytes);
  await expect(loadConfig(path, ENVIRONMENT)).rejects.toThrow(said);
});

it('an address that waits for a variable is no fault of the configuration: the rest of it can be used', () => {
  const text = TEXT.replace('classes.csv', `"https://calendar.example/\${CALENDAR_TOKEN}.ics"`);
  const [gym] = parseConfig(text, 'turnout.yaml', readEnvironment({})).gyms;
  const urls = gym?.rooms[0]?.cameras.map(({ url }) => url) ?? [];
  expect(urls.map(unsetVariables)).toEqual([['PASSWORD'], []]);
  expect(unsetVariables(gym?.schedule[0]?.url ?? '')).toEqual(['CALENDAR_TOKEN']);
});
