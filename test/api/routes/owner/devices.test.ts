/** Cameras found, detectors tried and models installed over HTTP and by form: no address and no password comes out. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DETECTORS } from '../../../../api/routes/owner/detectors.ts';
import { until } from '../../../support/until.ts';
import { FILE, itWithCamera, LOGIN, operatorWorld, RATES } from './owner.fixture.ts';

const FOUND = 'cameras that are found are added by their id, without an address in any answer';
itWithCamera(FOUND, '/sub', async ({ port }) => {
  const { owner, told, text, audit } = await operatorWorld();
  const wide = await owner('POST', '/cameras/find', { ranges: ['10.0.0.0/8'] });
  expect(wide.body.detail).toContain('256 addresses at most');
  const search = { ranges: ['127.0.0.1'], rtsp_port: port };
  const { body } = await owner('POST', '/cameras/find', search);
  expect(body).toMatchObject({
    asked: 1,
    cameras: [{ answers: ['rtsp'], needs: 'path', cameras: [], streams: [] }],
  });
  const [{ id: found }] = body.cameras;
  const silent = await owner('POST', '/probe', { address: { found } });
  expect(silent).toMatchObject({ status: 400, body: { code: 'usage' } });
  const address = { found, path: '/sub', ...LOGIN };
  const probe = await owner('POST', '/probe', { address });
  expect(probe.body).toMatchObject({ ok: true, codec: 'h264' });
  const door = { id: 'door', room: 'empty', address };
  expect((await owner('POST', '/cameras', door, '*')).status).toBe(201);
  expect(await text()).toContain(`@127.0.0.1:${port}/sub`);
  const again = await owner('POST', '/cameras/find', search);
  expect(again.body.cameras).toMatchObject([{ cameras: ['door'] }]);
  expect(await audit(1)).toMatchObject([{ kind: 'cameras_searched', subject: '1 address' }]);
  expect(told.join('\n')).not.toMatch(/s3cret|127\.0\.0\.1:\d+\/sub/);
  expect(told.join('\n')).not.toContain(`127.0.0.1:${port}`);
});

it('detectors are named: by what ships, what is listed and what the file has for this gym, and by nothing else', async () => {
  const file = FILE.replace(
    '            zones:',
    '            detector: ./own/mine.mjs\n            zones:',
  ).replace('url: "scene:loft?people=1"', 'url: "scene:loft?people=1", detector: ./other.mjs');
  const world = await operatorWorld(`${file}${RATES}`, async (data) => {
    await mkdir(join(data, 'models'), { recursive: true });
    await writeFile(join(data, 'models', 'yolox-nano.onnx'), '');
  });
  const { owner, text } = world;
  const { detectors } = (await owner('GET', '/detectors')).body;
  const names: string[] = detectors.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(['mine.mjs', 'motion', 'person', 'yolox/yolox-nano']);
  expect((await owner('GET', '/cameras/hall')).body.camera.detector).toBe('mine.mjs');
  const hand = [
    ...['./own/mine.mjs', './other.mjs', 'other.mjs', '/etc/passwd', '..', 'sqlite3'],
    ...['@a/b', 'https://a/b.js', 'C:\\x.js', 'yolox/yolox-s', 'own/mine.mjs'],
  ];
  const add = { id: 'new', room: 'empty', address: { url: 'scene:studio' } };
  for (const body of [
    ...hand.map((detector) => ({ detector })),
    ...['/etc/passwd', 'evil', 'http://a/b', 1].map((model) => ({ detector_options: { model } })),
    ...['/a', 'a\\b', 'a:b', 'a.onnx'].map((x) => ({ detector_options: { x: [{ weights: x }] } })),
  ]) {
    for (const answer of [
      await owner('PATCH', '/cameras/hall', body, '*'),
      await owner('POST', '/cameras', { ...add, ...body }, '*'),
    ]) {
      expect([answer.status, body]).toEqual([422, body]);
      expect(answer.body.detail[0].msg).toMatch(/^Value error, expected .*turnout\.yaml by hand$/);
    }
  }
  expect(await text()).toBe(`${file}${RATES}`);
  expect((await owner('POST', '/cameras', { ...add, detector: 'mine.mjs' }, '*')).status).toBe(201);
  expect((await text()).match(/detector: \.\/own\/mine\.mjs/g)).toHaveLength(2);
  for (const detector of [...names, 'auto', 'yolox', 'mine.mjs']) {
    const changed = await owner('PATCH', '/cameras/hall', { detector }, '*');
    const [name = '', model] = detector.split('/');
    expect(changed.status, detector).toBe(200);
    expect(changed.body.camera.detector).toBe(name);
    expect(changed.body.camera.detector_options).toEqual(model === undefined ? {} : { model });
  }
});

it('detectors that ship refuse options that they do not take, and nothing is written', async () => {
  const { owner, text } = await operatorWorld(`${FILE}${RATES}`);
  const before = await text();
  const add = { id: 'new', room: 'empty', address: { url: 'scene:studio' } };
  const patched = async (json: string) => {
    const body = JSON.parse(json);
    const answers = [
      await owner('PATCH', '/cameras/hall', body, '*'),
      await owner('POST', '/cameras', { ...add, ...body }, '*'),
    ];
    for (const answer of answers) {
      expect([json, answer.status, answer.body.code]).toEqual([
        json,
        422,
        'detector_options_invalid',
      ]);
    }
  };
  for (const options of ['{"score_threshold":5}', '{"bogus":1}', '{"__proto__":{"a":1}}']) {
    await patched(`{"detector":"person","detector_options":${options}}`);
    await patched(`{"detector_options":${options}}`);
  }
  expect(await text()).toBe(before);
  const options = { detector: 'person', detector_options: { score_threshold: 0.5 } };
  expect((await owner('PATCH', '/cameras/hall', options, '*')).status).toBe(200);
  const other = await owner('PATCH', '/cameras/hall', { detector: 'motion' }, '*');
  expect([other.status, other.body.camera.detector_options]).toEqual([200, {}]);
});

it('detectors look at one picture of a camera, next to each other', async () => {
  // A third of the way through its class: a drawn room is empty for a while before each.
  const began = Math.floor(Date.now() / 1_000) - 1_200;
  const full = FILE.replace('enabled: false', '').replace(
    'scene:studio?people=3',
    `scene:weights?people=10&period_min=60&epoch=${began}`,
  );
  const { owner, url, key } = await operatorWorld(full);
  const detectors = ['person', 'motion'];
  const look = () => owner('POST', '/cameras/hall/detector-test', { detectors });
  let { body } = await look();
  // `person` knows few drawn people: what it does not find in one picture it may find in another.
  for (let tries = 1; tries < 20 && body.results[0].boxes.length === 0; tries += 1) {
    ({ body } = await look());
  }
  expect(body.results).toMatchObject([
    { name: 'person', code: null, words: null },
    { name: 'motion', count: null, code: null },
  ]);
  expect(body.results[0].boxes.length).toBeGreaterThan(0);
  const init = { headers: { 'X-Api-Key': await key('owner') } };
  const picture = await fetch(`${url}/operator/v1/cameras/hall/look/${body.frame}.jpg`, init);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const unknown = await owner('POST', '/cameras/hall/detector-test', { detectors: ['../evil'] });
  expect(unknown).toMatchObject({ status: 422, body: { code: 'detector_unknown' } });
  const foreign = await owner('POST', '/cameras/rival/detector-test', { detectors });
  expect(foreign.status).toBe(404);
});

it('detectors cannot look at a camera that sends nothing, which is told without its address', async () => {
  const rooms = [{ id: 'hall', cameras: [{ id: 'hall' }] }];
  const snapshot = { detail: 'cannot open rtsp://viewer:s3cret@192.0.2.1/x' };
  const app = {
    config: () => ({ gyms: [{ id: 'north', rooms }] }),
    detectors: { known: async () => [], test: async () => null },
    camera: () => ({ snapshot }),
    trials: (look: () => unknown) => look(),
  };
  const row = DETECTORS.find(({ name }) => name.endsWith('/detector-test'));
  const call = { app, owner: { key: {} }, path: { camera_id: 'hall' }, body: { detectors: [] } };
  const told = await row?.handle(call as never);
  expect(told).toMatchObject({ frame: null, results: [], words: 'cannot open rtsp://…' });
});

it('models that cannot be installed say why, and leave nothing', async () => {
  const { owner, folder, audit } = await operatorWorld();
  const missing = { code: 'model_missing', detail: expect.stringContaining('--from FILE') };
  const own = await owner('POST', '/models/dfine-n/install');
  expect(own).toMatchObject({ status: 422, body: missing });
  const listed = '/models/yolox-nano/install';
  expect((await owner('GET', listed)).body.state).toBe('none');
  // A disk that cannot be written: no network is asked then.
  const models = join(folder, 'data', 'models');
  await rm(models, { recursive: true, force: true });
  await writeFile(models, '');
  expect((await owner('POST', listed)).body.state).toBe('running');
  await until(async () => (await owner('GET', listed)).body.state === 'failed');
  const { body } = await owner('GET', listed);
  expect(body).toMatchObject({ code: 'data_unusable', received_bytes: 0 });
  expect(body.words).not.toContain('/tmp');
  expect(await audit(1)).toMatchObject([{ kind: 'model_installed', subject: 'yolox-nano' }]);
});

it('a camera that fails in a form says how far it came, with what was typed, the password excepted', async () => {
  const { pages, text } = await operatorWorld(FILE.replace('enabled: false', ''));
  const { form, send } = await pages();
  const url = 'rtsp://viewer:s3cret@127.0.0.1:9/live';
  const door = { act: 'add-camera', name: 'Door front', room: 'empty' };
  const failed = await form('/cameras', { ...door, url, user: 'viewer', password: 's3cret' });
  expect([failed.status, failed.kept]).toEqual([422, 'no-store']);
  expect(failed.text).toContain('value="Door front"');
  expect(failed.text).toContain('value="rtsp://127.0.0.1:9/live"');
  expect(failed.text).not.toContain('s3cret');
  const added = await form('/setup/camera', { ...door, url: 'scene:studio?people=2' });
  expect(added.to).toBe('/cameras/door-front');
  expect(await text()).toContain('door-front');
  expect((await send('/models')).text).toContain('yolox-nano');
  expect((await form('/models', { act: 'install', model: 'nothing' })).status).toBe(422);
});
