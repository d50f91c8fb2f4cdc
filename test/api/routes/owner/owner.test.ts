/** An installation operated over HTTP: the file is changed in place, taken up at once, and no secret comes out. */

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../../support/until.ts';
import { FILE, itWithCamera, LOGIN, operatorWorld } from './owner.fixture.ts';

const AWAY = { url: 'rtsp://127.0.0.1:9/Streaming/Channels/102', ...LOGIN };
const DOOR = { id: 'door', room: 'empty', address: AWAY };

it('cameras are added with a password that goes into secrets.env, and connected to at once', async () => {
  const { owner, text, secrets, revision, told, folder } = await operatorWorld();
  const added = await owner('POST', '/cameras', DOOR, await revision());
  const camera = { id: 'door', room: 'empty', maker: 'Hikvision', has_password: true };
  expect(added).toMatchObject({ status: 201, body: { camera } });
  const url = 'rtsp://viewer:$' + '{DOOR_PASSWORD}@127.0.0.1:9/Streaming/Channels/102';
  expect(await text()).toContain(url);
  // All other bytes stay as they were.
  for (const line of FILE.split('\n')) expect(await text()).toContain(line);
  expect(await secrets()).toContain('DOOR_PASSWORD=');
  expect((await stat(join(folder, 'data', 'secrets.env'))).mode & 0o777).toBe(0o600);
  await until(async () => {
    const { body } = await owner('GET', '/cameras/door');
    return body.camera?.connection?.reasons[0] === 'camera_refused';
  });
  for (const hidden of ['s3cret', encodeURIComponent(LOGIN.password), '127.0.0.1:9']) {
    expect(told.join('\n')).not.toContain(hidden);
  }
});

it('cameras stay with their password at the same host, and lose it at another', async () => {
  const { owner, text, secrets, revision } = await operatorWorld();
  await owner('POST', '/cameras', DOOR, await revision());
  const path = 'rtsp://127.0.0.1:9/Streaming/Channels/202';
  const same = await owner('PATCH', '/cameras/door', { address: { url: path } }, '*');
  expect(same.body.camera.has_password).toBe(true);
  expect(await text()).toContain('viewer:$' + '{DOOR_PASSWORD}@127.0.0.1:9/Streaming/Channels/202');
  const other = { url: 'rtsp://127.0.0.2:9/x', user: 'viewer' };
  const moved = await owner('PATCH', '/cameras/door', { address: other }, '*');
  expect(moved.body.camera.has_password).toBe(false);
  expect(await secrets()).toBe('');
  expect((await owner('DELETE', '/cameras/door', undefined, '*')).body.removed).toBe('door');
  expect(await text()).toBe(
    FILE.replace('      - id: empty\n', '      - id: empty\n        cameras: []\n'),
  );
});

it('cameras give no value to a variable that the file names elsewhere and that waits for one', async () => {
  const waiting = 'rtsp://viewer:$' + '{DOOR_PASSWORD}@192.0.2.1/x';
  const file = FILE.replace('scene:loft?people=1', waiting);
  const { owner, text, secrets } = await operatorWorld(file);
  expect((await owner('POST', '/cameras', DOOR, '*')).status).toBe(201);
  expect(await text()).toContain(waiting);
  expect(await secrets()).toMatch(/^DOOR_PASSWORD_2='[^']*'\n$/);
});

it('cameras with a wrong address are refused, and nothing of it is given back', async () => {
  const { owner, text, secrets } = await operatorWorld();
  const wrong: readonly [object, number, RegExp | null][] = [
    [{ url: '/etc/passwd' }, 400, /starts with rtsp/],
    [{ url: 'rtsp://host/$' + '{HOME}' }, 400, /without variables/],
    [{ url: 'rtsp://viewer:p4ss@x:w/o@192.0.2.1/a' }, 400, /apart from the address/],
    [{ url: 'rtsp://host/a', password: 'p4ss' }, 400, /a user with the password/],
    [{ found: 'found_x', url: 'rtsp://host/a' }, 400, null],
    [{}, 400, null],
    [{ url: 'rtsp://host/a', pass: 'p4ss' }, 422, null],
  ];
  for (const [address, status, words] of wrong) {
    const refused = await owner('POST', '/cameras', { ...DOOR, address }, '*');
    expect(refused.status).toBe(status);
    if (words !== null) expect(refused.body.detail).toMatch(words);
    expect(JSON.stringify(refused.body)).not.toMatch(/p4ss|passwd|HOME/);
  }
  expect([await text(), await secrets()]).toEqual([FILE, '']);
});

it('says in words what an id may be, in a body and in a path', async () => {
  const { owner } = await operatorWorld();
  const words = 'be lower-case letters, digits and hyphens, 1 to 64';
  const refused = await owner('POST', '/cameras', { ...DOOR, id: 'Front Door' }, '*');
  const inBody = { loc: ['body', 'id'], type: 'pattern', msg: `Input must ${words}` };
  expect(refused).toMatchObject({ status: 422, body: { detail: [inBody] } });
  const inPath = { type: 'string_pattern_mismatch', msg: `String should ${words}` };
  const [fault] = (await owner('GET', '/cameras/Front%20Door')).body.detail;
  expect(fault).toMatchObject(inPath);
});

/** `x y x y …` */
const points = (text: string) =>
  [...text.matchAll(/(\S+) (\S+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

it('zones are replaced', async () => {
  const { owner, text } = await operatorWorld();
  const zone = { name: 'floor', kind: 'count', polygon: points('0 0.3 1 0.3 1 1') };
  const set = await owner('PUT', '/cameras/hall/zones', { zones: [zone] }, '*');
  expect(set.body.camera.zones).toEqual([{ ...zone, anchor: 'bottom_centre' }]);
  expect(await text()).toContain('fire brigade');
  const lying = { ...zone, anchor: 'bottom_centre', postures: ['lying'] };
  await owner('PUT', '/cameras/hall/zones', { zones: [lying] }, '*');
  const [{ zones, source }, ...others] = (await owner('GET', '/cameras')).body.cameras;
  expect([zones, source, others]).toEqual([[lying], 'scene', []]);
  const again = await owner('PUT', '/cameras/hall/zones', { zones }, '*');
  expect(again.body.camera.zones).toEqual([lying]);
  const none = await owner('PUT', '/cameras/hall/zones', { zones: [] }, '*');
  expect(none.body.camera.zones).toEqual([]);
});

const [own = ''] = FILE.split('      - id: empty');
const pair = `${own}          - { id: back, url: "scene:studio?people=2&seed=8" }\n      - id: empty
        cameras: [{ id: far, url: "scene:loft?people=1" }]\n`;
const polygon = points('0.2 0.3 0.8 0.3 0.8 1');
const shared = { name: 'middle', kind: 'overlap', polygon };

it('floor that two cameras see is drawn on both at once, and on neither where one is refused', async () => {
  const { owner, text } = await operatorWorld(pair);
  const alone = await owner('PUT', '/cameras/hall/zones', { zones: [shared] }, '*');
  expect(alone).toMatchObject({ status: 409, body: { code: 'config_edit_failed' } });
  expect(alone.body.detail).not.toContain('/tmp');
  const also = [{ camera: 'back', zones: [shared] }];
  const both = await owner('PUT', '/cameras/hall/zones', { zones: [shared], also }, '*');
  expect(both.body.camera.zones).toMatchObject([{ name: 'middle', kind: 'overlap' }]);
  const { body } = await owner('GET', '/cameras/back');
  expect(body.camera.zones).toMatchObject([{ name: 'middle', kind: 'overlap' }]);
  const before = await text();
  for (const [camera, status] of Object.entries({ far: 400, hall: 400, rival: 404 })) {
    const wrong = { zones: [shared], also: [{ camera, zones: [shared] }] };
    expect((await owner('PUT', '/cameras/hall/zones', wrong, '*')).status, camera).toBe(status);
  }
  const none = { zones: [], also: [{ camera: 'back', zones: [shared] }] };
  expect((await owner('PUT', '/cameras/hall/zones', none, '*')).status).toBe(409);
  expect(await text()).toBe(before);
});

it('a change needs the revision that it was made for, and is refused after another', async () => {
  const { owner, text, revision, secrets } = await operatorWorld();
  const [before, room] = [await revision(), { id: 'loft', name: 'Loft', capacity: 8 }];
  expect((await owner('POST', '/rooms', room)).status).toBe(428);
  const added = await owner('POST', '/rooms', room, before);
  expect(added).toMatchObject({ status: 201, body: { room: { id: 'loft', capacity: 8 } } });
  expect(added.body.revision).toBe(await revision());
  const late = await owner('POST', '/cameras', { ...DOOR, room: 'loft' }, before);
  expect(late).toMatchObject({ status: 412, body: { code: 'config_changed' } });
  // The password that came with it is not left behind.
  expect([await secrets(), (await text()).includes('door')]).toEqual(['', false]);
});

it('a change that cannot be made tells an owner the faults of the own gym, and nothing of another', async () => {
  const { as, owner, key, folder } = await operatorWorld();
  const ownerOfSouth = as({ 'X-Api-Key': await key('owner', 'south') });
  const south = (method: string, path: string, body?: object) =>
    ownerOfSouth(method, path, body, '*');
  const address = { url: 'scene:loft' };
  const refused = async () => {
    const answers = [
      await south('POST', '/rooms', { id: 'cellar' }),
      await south('PATCH', '/cameras/rival', { address }),
      await south('PUT', '/cameras/rival/zones', { zones: [] }),
      await south('POST', '/sources', { id: 'feed', address: { url: 'http://127.0.0.1:9/a' } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body.detail).not.toMatch(/north|studio|hall|mirror|empty|77|gyms\[0\]/i);
    }
    return answers[0]?.body.detail;
  };
  const path = join(folder, 'turnout.yaml');
  await writeFile(path, FILE.replace('capacity: 20', 'capacity: -77'));
  expect(await refused()).toContain('1 outside your gym: ask the person who looks after the file');
  const own = await owner('POST', '/rooms', { id: 'cellar' }, '*');
  expect(own.body.detail).toContain('gyms[0].rooms[0].capacity');
  await writeFile(path, `${FILE}nor"th: [`);
  expect(await refused()).toContain('outside your gym');
  await writeFile(path, FILE.replace('id: rival', 'id: hall'));
  const twice = await south('POST', '/rooms', { id: 'cellar' });
  expect(twice.body.detail).toContain('hall a second time; another gym has it already');
  // The gym has gone from the file, and the cameras of the other are still running.
  await writeFile(path, FILE.replace('id: south', 'id: west'));
  const gone = await south('PATCH', '/cameras/rival', { enabled: false });
  expect(gone.body.detail).not.toMatch(/north|hall/);
});

it('rooms are changed and removed, but not with cameras in them', async () => {
  const { owner } = await operatorWorld();
  // In the file it would name a variable.
  const change = { name: '# $' + '{HOME} $$', camera_rule: 'sum' };
  const named = await owner('PATCH', '/rooms/studio', change, '*');
  expect(named.body.room).toMatchObject({ ...change, capacity: 20 });
  expect((await owner('DELETE', '/rooms/studio', undefined, '*')).body.detail).toContain('hall');
  expect((await owner('DELETE', '/rooms/empty', undefined, '*')).body.removed).toBe('empty');
  expect((await owner('PATCH', '/rooms/loft', { name: 'x' }, '*')).status).toBe(404);
  const { body } = await owner('GET', '/gym');
  expect(body).toMatchObject({ id: 'north', timezone: 'Europe/London', rooms: [{ id: 'studio' }] });
});

it('faults of the file are told by line and column to the owner of their gym, and how many there are to any', async () => {
  const { as, owner, key, folder } = await operatorWorld();
  const wrong = FILE.replace('capacity: 20', 'capacity: many');
  await writeFile(join(folder, 'turnout.yaml'), wrong.replace('5s}', 'often}'));
  const { body } = await owner('GET', '/configuration');
  const place = { line: 10, column: 19, path: 'gyms[0].rooms[0].capacity' };
  expect(body.faults).toMatchObject([{ ...place, message: expect.any(String) }]);
  const south = await as({ 'X-Api-Key': await key('owner', 'south') })('GET', '/configuration');
  expect([body.fault_count, south.body]).toMatchObject([2, { fault_count: 2, faults: [] }]);
});

it('keys are made once, shown once and revoked; the own one stays', async () => {
  const { owner, told } = await operatorWorld();
  const made = await owner('POST', '/keys', { role: 'manager', label: 'Ana' });
  expect(made).toMatchObject({ status: 201, body: { key: { role: 'manager', label: 'Ana' } } });
  const { secret, key } = made.body;
  const { keys } = (await owner('GET', '/keys')).body;
  expect((await owner('DELETE', `/keys/${key.id}`)).body.key.revoked_at).not.toBeNull();
  const own = keys.find((one: { is_own: boolean }) => one.is_own).id;
  expect((await owner('DELETE', `/keys/${own}`)).status).toBe(400);
  expect(told.filter((one) => one.includes(secret))).toHaveLength(1);
});

const SUB = '/Streaming/Channels/102';

itWithCamera('a probe tells how far the way to a picture goes', SUB, async (server) => {
  const { owner, told } = await operatorWorld();
  const at = async (path: string, login = LOGIN) => {
    const address = { url: server.url(path), ...login };
    const { body } = await owner('POST', '/probe', { address });
    const stages: { state: string; words: string }[] = body.stages;
    const states = stages.map(({ state }) => state[0]).join('');
    return { body, states, words: stages.map(({ words }) => words) };
  };
  const { body, words } = await at(SUB);
  expect(body).toMatchObject({ ok: true, codec: 'h264', maker: 'Hikvision', people: 0 });
  expect(body.warnings).toEqual([expect.stringContaining('weak one: person is off')]);
  expect(words.slice(4)).toEqual([
    expect.stringMatching(/^Pictures come, a keyframe every [\d.]+ s\.$/),
    expect.stringMatching(/^It shows \d+ × \d+ px\.$/),
    '0 people are counted by person.',
  ]);
  const other = await at('/Streaming/Channels/1');
  const hint = expect.stringContaining(`try ${SUB}`);
  expect([other.states, other.words[3]]).toEqual(['ppnfnnn', hint]);
  expect((await at(SUB, { ...LOGIN, password: 'no' })).states).toBe('ppfnnnn');
  for (const one of told) expect(one).not.toMatch(/s3cret|127\.0\.0\.1:\d+\/Str/);
});

it.each([
  ['rtsp://127.0.0.1:9/x', 'reach', 'camera_refused'],
  ['rtsp://no-such-camera.invalid/x', 'name', 'camera_unreachable'],
])('a probe of %s fails at %s', async (url, stage, code) => {
  const { owner } = await operatorWorld();
  const { body } = await owner('POST', '/probe', { address: { url } });
  const failed = body.stages.find(({ state }: { state: string }) => state === 'failed');
  expect(failed).toMatchObject({ stage, code });
  expect(JSON.stringify(body)).not.toContain('no-such-camera');
});

it('a probe of a configured camera takes the address that it has', async () => {
  const { owner } = await operatorWorld();
  expect((await owner('POST', '/probe', { camera: 'hall' })).body).toMatchObject({ ok: true });
  expect((await owner('POST', '/probe', { camera: 'rival' })).status).toBe(404);
  expect((await owner('POST', '/probe', {})).status).toBe(422);
});
