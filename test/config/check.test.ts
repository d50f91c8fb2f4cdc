/** Every way in which a file can be wrong: where the fault is shown, and what it says. */

import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkFile } from '../../config/check.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';

const ENV = { PASSWORD: 'hunter2', ZONE: 'Nowhere/Land' };

/** Faults as `line:column path: message`. */
function faultsOf(text: string): string[] {
  return checkFile(text, ENV).faults.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  );
}

/** A file with a gym and a room whose last lines are `lines`. */
const inRoom = (...lines: string[]) => `gyms:
  - id: main
    timezone: UTC
    rooms:
      - id: hall
${lines.map((line) => `        ${line}\n`).join('')}`;

/** A file with a camera whose last lines are `lines`. */
const inCamera = (...lines: string[]) =>
  inRoom('cameras:', '  - id: cam', ...lines.map((line) => `    ${line}`));

/** A file with a good gym and `lines` at the top level. */
const below = (...lines: string[]) => `gyms: [{id: main, timezone: UTC}]\n${lines.join('\n')}\n`;

const NOT_CLOSED =
  'expected a closing quote, bracket or brace for the one that opens here, got none';
const ROOM = 'gyms[0].rooms[0]';
const CAMERA = `${ROOM}.cameras[0]`;
const PERIOD = '(units: ms, s, m, h, d, w or y)';
const FORMS =
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:, or the path of a video file';

const KNOWN =
  'gyms, detectors, sampling, server, access, ask, retention, privacy, backup, mail, mqtt, limits, log';
const added = (key: string) => `got nothing; add "${key}:" here`;
const CAPACITY = `6:19 ${ROOM}.capacity: expected a whole number, 1..10000, got`;
const NAME = `6:15 ${ROOM}.name: expected a text, 1..100 characters, got`;
const TRANSPORT = `9:24 ${CAMERA}.transport: expected tcp or udp, got`;
const withPeriod = (value: string) => below(`sampling: {class_period: ${value}}`);
const OF_PERIOD = `2:26 sampling.class_period: expected a duration with its unit, 200ms..10m ${PERIOD}, got`;
const inZone = (name: string) => `gyms: [{id: main, timezone: ${name}}]\n`;
const OF_ZONE = '1:29 gyms[0].timezone: expected an IANA time zone such as Europe/London, got';
const trusting = (networks: string) => below(`server: {trust_proxy: [${networks}]}`);
const OF_PROXY =
  '2:24 server.trust_proxy[0]: expected an IP address or a CIDR block such as 10.0.0.0/8, got';
const underHosts = (names: string) => below(`server: {allowed_hosts: [${names}]}`);
const OF_HOST =
  '2:26 server.allowed_hosts[0]: expected a host name without a port such as turnout.lan, got';
const fromOrigins = (origins: string) => below(`server: {allowed_origins: [${origins}]}`);
const OF_URL = `8:18 ${CAMERA}.url: expected ${FORMS}, got`;
const withZones = (...zones: string[]) =>
  inRoom('cameras:', `  - {id: c, url: "scene:a", zones: [${zones}]}`);
const zone = (polygon: string) => `{name: z, kind: count, polygon: ${polygon}}`;

it.each<[text: string, faults: string]>([
  // Syntax.
  ['', '1:1 : expected a section of "key: value" lines, got nothing'],
  [below('log: {level: "info}'), `2:14 : ${NOT_CLOSED}`],
  [below('log: {}', 'mail: [{a: b}', 'limits: {}'), `3:7 : ${NOT_CLOSED}`],
  ['gyms: [\nlog: {}\n', `1:7 : ${NOT_CLOSED}`],
  [
    'gyms:\n  - id: main\n   timezone: UTC\n    rooms: []\n',
    '3:1 : expected the same indentation as the lines around, got another; line the keys of one level up with spaces',
  ],
  [below('server:', '\tport: 1'), '3:1 : expected spaces, got a tab; indent with spaces'],
  [
    below('log: *hunter2'),
    '2:6 log: expected the name of an anchor above, got an alias of none; put a text that starts with "*" in quotes',
  ],
  // Keys.
  // A key that is near a known one: that one is not missing then.
  [
    'gyms:\n  - id: main\n    timezon: UTC\n',
    '3:5 gyms[0].timezon: expected a known key, got timezon; did you mean timezone?',
  ],
  [
    below('sampling: &fast {}', 'log:', '  <<: *fast'),
    '4:3 log.<<: expected a known key, got <<; merge keys are not read; write the values out',
  ],
  [
    below('log: {colour: true, "hunter2@cam": 1}'),
    `2:7 log.colour: expected a known key, got colour; known here: level
2:21 log.(a key that is not shown): expected a known key, got (a key that is not shown); known here: level`,
  ],
  [
    below('log: {level: info}', 'log: {level: warn}'),
    '3:1 : expected each key once, got a key a second time; keep one of the two',
  ],
  [
    'gyms:\n  - name: Main\n',
    `2:5 gyms[0].id: expected lower-case letters, digits and hyphens, 1 to 64, ${added('id')}
2:5 gyms[0].timezone: expected an IANA time zone such as Europe/London, ${added('timezone')}`,
  ],
  ['log: {}\n', `1:1 gyms: expected a list, 1..64 entries, ${added('gyms')}`],
  [
    below('__proto__: {port: 1}'),
    `2:1 __proto__: expected a known key, got __proto__; known here: ${KNOWN}`,
  ],
  // Values, units and names of the world.
  [inRoom('capacity: "20"'), `${CAPACITY} a text; write it without quotes`],
  [inRoom(`capacity: \${PASSWORD}`), `${CAPACITY} a text; variables work in texts only`],
  [inRoom(`name: ${'x'.repeat(101)}`), `${NAME} 101 characters`],
  [inRoom('name: {a: b}'), `${NAME} a section of "key: value" lines`],
  [inCamera('url: scene:a', 'transport: ucp'), `${TRANSPORT} "ucp"; did you mean tcp?`],
  [
    below('sampling: {workers: many}'),
    '2:21 sampling.workers: expected auto or a whole number, 1..64, got "many"',
  ],
  [withPeriod('5'), `${OF_PERIOD} 5; write it with its unit, such as 5s`],
  [withPeriod('5sec'), `${OF_PERIOD} "5sec"; write it like 5s`],
  [withPeriod('1h'), `${OF_PERIOD} "1h"; the most is 10m`],
  [
    below('sampling: {worker_memory: 512}'),
    '2:27 sampling.worker_memory: expected a size with its unit, 64MB..16GB (units: B, kB, MB, GB, KiB, MiB or GiB), got 512; write it with its unit, such as 512MB',
  ],
  [inZone('London'), `${OF_ZONE} "London"; did you mean Europe/London?`],
  // An offset has no summer time.
  [inZone('"+01:00"'), `${OF_ZONE} "+01:00"`],
  [
    'gyms: [{id: main, timezone: UTC, currency: eur}]\n',
    '1:44 gyms[0].currency: expected an ISO 4217 code of three capital letters such as EUR, got "eur"; did you mean EUR?',
  ],
  // What is trusted and allowed.
  [trusting('proxy.example'), `${OF_PROXY} "proxy.example"`],
  [trusting('10.0.0.0/33'), `${OF_PROXY} "10.0.0.0/33"`],
  [trusting('""'), `${OF_PROXY} an empty text`],
  [underHosts('"turnout.lan:80"'), `${OF_HOST} "turnout.lan:80"`],
  [underHosts('http://turnout.lan'), `${OF_HOST} a text that is not shown`],
  [
    fromOrigins('"null"'),
    '2:28 server.allowed_origins[0]: expected an origin such as https://app.example, without a slash at its end, got "null"',
  ],
  // Addresses and what comes from the environment.
  [inCamera('url: rtmp://viewer:hunter2@cam/live'), `${OF_URL} an address of another kind (rtmp)`],
  [inCamera('url: 4711'), `${OF_URL} another value (not shown); put it in quotes`],
  [
    'gyms: [{id: a, timezone: UTC, schedule: [{id: s, url: "ftp://ann:hunter2@cal/x"}]}]\n',
    '1:55 gyms[0].schedule[0].url: expected an address that starts with https://, http://, webcal:// or the name of a booking system, or the path of a file, got a text that is not shown',
  ],
  [
    inRoom('cameras:', '  - {id: rtsp://viewer:hunter2@cam, url: "scene:a"}'),
    `7:18 ${CAMERA}.id: expected lower-case letters, digits and hyphens, 1 to 64, got a text that is not shown`,
  ],
  [
    `gyms:\n  - {id: main, timezone: UTC, name: "\${HALL}"}\n`,
    `2:37 gyms[0].name: expected the environment variable HALL to be set, got nothing; set it before the start, write it into secrets.env in the data folder, or write \${HALL:-text} for a text to use without it`,
  ],
  [
    `gyms:\n  - id: main\n    timezone: \${ZONE}\n`,
    `3:15 gyms[0].timezone: expected an IANA time zone such as Europe/London, got "\${ZONE}" with a value that does not fit; check the environment variable`,
  ],
  // Rules between fields.
  [
    'gyms: [{id: a, timezone: UTC}, {id: a, timezone: UTC}]\n',
    '1:37 gyms[1].id: expected a gym id of its own, got a a second time; gyms[0] has it already',
  ],
  [
    'gyms:\n  - {id: a, timezone: UTC, rooms: [{id: r, cameras: [{id: c, url: "scene:a"}]}]}\n  - {id: b, timezone: UTC, rooms: [{id: r, cameras: [{id: c, url: "scene:a"}]}]}\n',
    '3:59 gyms[1].rooms[0].cameras[0].id: expected a camera id of its own, got c a second time; gyms[0].rooms[0].cameras[0] has it already',
  ],
  [
    'gyms:\n  - id: a\n    timezone: UTC\n    families:\n      Café: [Yoga]\n      cafe: [Ride]\n',
    '6:13 gyms[0].families.cafe: expected each family once, got cafe a second time; gyms[0].families.(a key that is not shown) has this name already',
  ],
  [
    withZones('{name: mid, kind: overlap, polygon: [[0,0],[1,0],[1,1]]}'),
    `7:52 ${CAMERA}.zones[0].name: expected the name of an overlap zone of another camera of the room too, got mid on one camera; draw the same part of the floor in both pictures, under one name`,
  ],
  [
    withZones(zone('[[0,0],[1,1],[1,0],[0,1]]')),
    `7:77 ${CAMERA}.zones[0].polygon: expected corners in order around the zone, so that no edges cross or touch, got edge 1 crossing or touching edge 3; put the corners in the order in which you would walk around the zone`,
  ],
  [
    withZones(zone('[[0,0],[1.5,0],[1,1,1]]')),
    `7:85 ${CAMERA}.zones[0].polygon[1][0]: expected a number, 0..1, got 1.5
7:92 ${CAMERA}.zones[0].polygon[2]: expected a list of 2 values, got a list of 3`,
  ],
  [
    below('sampling: {class_period: 30s, idle_period: 5s}'),
    '2:44 sampling.idle_period: expected an idle_period as long as the class_period or longer, got idle_period 5s and class_period 30s; set both',
  ],
  // Against the general one.
  [
    inCamera('url: scene:a', 'sampling: {class_period: 2m}'),
    `9:38 ${CAMERA}.sampling.class_period: expected an idle_period as long as the class_period or longer, got idle_period 60s and class_period 2m; set both`,
  ],
  [
    'gyms: [{id: a, timezone: UTC, verdicts: {weak_below: 0.9}}]\n',
    '1:41 gyms[0].verdicts.fair_below: expected fair_below at weak_below or above, got 0.7 and 0.9',
  ],
  [
    below('retention: {samples: 1y, minutes: 90d}'),
    '2:35 retention.minutes: expected to keep minutes as long as samples or longer, got minutes 90d and samples 1y',
  ],
])('a file %j has the fault %s', (text, faults) => {
  expect(faultsOf(text).join('\n')).toBe(faults);
});

it.each([
  trusting('127.0.0.1, 10.0.0.0/8, "::1", "2001:db8::/32", 0.0.0.0/0'),
  underHosts('turnout.lan, a, gym-1.example.org'),
  fromOrigins('"https://app.example:8443", "http://[fd00::1]", "app-extension://abcdef"'),
])('a file is right with %j', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

it('a file never shows a password, wherever it stands', () => {
  const secret = 'hunter2';
  const shapes = [`rtsp://viewer:${secret}@cam/`, `viewer:${secret}@cam`, `x://${secret}`];
  const keys = ['id', 'url', 'transport', 'enabled', 'sampling', 'zones', `${secret}@cam`];
  fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      fc.constantFrom(...shapes, `\${PASSWORD}`),
      fc.constantFrom('', '[', '{a: '),
      (key, shape, open) => {
        const close = { '': '', '[': ']', '{a: ': '}' }[open];
        const text = inRoom('cameras:', `  - {"${key}": ${open}"${shape}"${close}}`);
        expect(faultsOf(text).join('\n')).not.toContain(secret);
      },
    ),
  );
});

it('no warning quotes a key that is no text', () => {
  const warn = vi.spyOn(process, 'emitWarning');
  expect(faultsOf(below('[rtsp://viewer:hunter2@cam]: *none')).join()).not.toContain('hunter2');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it('a file has no more cameras than there is room for', () => {
  const rooms = Array.from({ length: 9 }, (_, room) => ({
    id: `r${room}`,
    cameras: Array.from({ length: 32 }, (_, at) => ({ id: `c${room}-${at}`, url: 'scene:a' })),
  }));
  const faults = faultsOf(stringify({ gyms: [{ id: 'main', timezone: 'UTC', rooms }] }));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('gyms[0].rooms[8].cameras[0]: expected at most 256 cameras, got 288');
});

it('a file that means harm by naming itself, or more than there can be, is stopped', () => {
  expect(faultsOf(below('detectors: {options: {x: &x {y: *x}}}')).join()).toMatch(/expected/);
  const levels = Array.from(
    { length: 12 },
    (_, at) => `a${at}: &a${at} [${'*a'.concat(String(at - 1), ', ').repeat(9)}1]`,
  );
  const bomb = levels.map((line) => `    ${line.replaceAll('*a-1, ', '')}`).join('\n');
  const faults = faultsOf(below('detectors:', '  options:', '   x:', bomb));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('expected at most 400000 values, got more');
});

const FULL = parse(`gyms:
  - id: main
    timezone: Europe/London
    currency: GBP
    rooms:
      - id: hall
        capacity: 20
        cameras:
          - id: a
            url: scene:a
            enabled: false
            sampling: { class_period: 1s, idle_period: 1m }
            zones: [{ name: z, kind: count, polygon: [[0, 0], [1, 0], [1, 1]], anchor: centre }]
detectors: { default: yolox, options: { yolox: { score: 0.4, deep: [{ a: null }] } } }
sampling: { workers: 2 }
`);

it('a file that is right may use anchors, start with a byte order mark and end its lines as Windows does', () => {
  expect(faultsOf(`\uFEFF${below('log: {level: warn}').replaceAll('\n', '\r\n')}`)).toEqual([]);
  const zones = '&z [{name: z, kind: count, polygon: [[0,0],[1,0],[1,1]]}]';
  const cameras = `[{id: a, url: "scene:a", zones: ${zones}}, {id: b, url: "scene:b", zones: *z}]`;
  expect(faultsOf(inRoom(`cameras: ${cameras}`))).toEqual([]);
});

/** Places of the full file, and what may be put there. */
const camera = 'gyms/0/rooms/0/cameras/0';
const ofCamera = ['transport', 'enabled', 'zones', 'zones/0/polygon', 'zones/0/polygon/1'];
const paths = [
  ...['gyms', 'gyms/0/id', 'gyms/0/rooms/0/capacity', 'detectors/options'],
  ...[camera, ...ofCamera.map((field) => `${camera}/${field}`)],
  ...['sampling', 'sampling/workers', 'sampling/class_period'],
];

it('a file that is right is what the schema says, and nothing else is', () => {
  const anything = fc.oneof(
    fc.constantFrom<unknown>('tcp', 'auto', 'a', '5s', '', 0, 1, 0.5, true, null, {}, []),
    fc.jsonValue({ maxDepth: 2 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths), anything, (path, value) => {
      const tree: unknown = structuredClone(FULL);
      Value.Pointer.Set(tree as object, `/${path}`, value);
      const { file, faults } = checkFile(stringify(tree), {});
      if (faults.length === 0) expect(Value.Check(CONFIG_FILE, file)).toBe(true);
      else if (Value.Check(CONFIG_FILE, tree)) {
        // The schema does not know units, rules and variables; any fault it cannot see must be one of those.
        expect(faults.map(({ message }) => message).join()).toMatch(
          /unit|of its own|zone|idle_period|variable|each key|not shown|at most/,
        );
      }
    }),
    { numRuns: 300 },
  );
});
