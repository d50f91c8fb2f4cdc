/** What owners say of classes over HTTP: corrections and true counts, with what they change; and the factors of the rooms. */

import { expect, it } from 'vitest';
import { countedClasses } from '../../../support/counted-classes.ts';
import { FILE, sharedWorld } from './owner.fixture.ts';

/** One of which there are nine by the cameras, four of ten, and one to come. */
const { ids, prepare } = countedClasses([9, 10, 10, 10, 10]);
const world = sharedWorld(FILE, prepare);

it('a correction is previewed, made, replaced and taken back; the log has who and when', async () => {
  const { owner } = world;
  const path = `/sessions/${ids[0]}`;
  const preview = await owner('PUT', `${path}/correction`, { attended: 12, preview: true });
  expect(preview.body).toMatchObject({
    stored: false,
    unlikely: false,
    before: { attended: 9, attended_high: 11, fill_rate: 0.5625, no_shows: 3, source: 'camera' },
    after: { attended: 12, attended_high: 12, fill_rate: 0.75, no_shows: 0, source: 'manual' },
  });
  expect((await owner('GET', `${path}/findings`)).body).toMatchObject({
    session: { attended: 9 },
    room: 'studio',
    most_people: 24,
    correction: null,
    true_count: null,
  });
  await owner('PUT', `${path}/correction`, { attended: 12, note: 'three behind the pillar' });
  await owner('PUT', `${path}/correction`, { attended: 13 });
  expect((await owner('GET', `${path}/findings`)).body).toMatchObject({
    session: { attended: 13, source: 'manual' },
    correction: { attended: 13, note: null, by: expect.stringMatching(/^key_/) },
  });
  const listed = (await owner('GET', '/corrections')).body.corrections;
  expect(listed).toMatchObject([
    { session_id: ids[0], name: 'Yoga 0', attended: 13, withdrawn_at: null },
    { attended: 12, note: 'three behind the pillar', withdrawn_by: listed[0].by },
  ]);
  const back = await owner('DELETE', `${path}/correction`);
  expect(back.body).toMatchObject({ session: { attended: 9 }, correction: null });
  const replaced = ['correction_withdrawn', 'correction_made'];
  const kinds = (await world.audit(4)).map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual([...replaced, ...replaced]);
});

it('a correction is refused for a class to come, one of another gym, and a number that is none', async () => {
  const { owner, as, key } = world;
  const before = (await owner('GET', '/corrections')).body.corrections;
  const early = await owner('PUT', `/sessions/${ids[5]}/correction`, { attended: 9 });
  const detail = expect.stringContaining('still to come');
  expect(early).toMatchObject({ status: 400, body: { detail } });
  const rival = as({ 'X-Api-Key': await key('owner', 'south') });
  for (const [method, path, body] of [
    ['GET', 'findings'],
    ['PUT', 'correction', { attended: 3 }],
    ['DELETE', 'correction'],
    ['PUT', 'true-count', { people: 3 }],
    ['DELETE', 'true-count'],
  ] as const) {
    const { status } = await rival(method, `/sessions/${ids[0]}/${path}`, body);
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  for (const attended of [-1, 2.5, '9', null]) {
    expect((await owner('PUT', `/sessions/${ids[0]}/correction`, { attended })).status).toBe(422);
  }
  expect((await owner('GET', '/corrections')).body.corrections).toEqual(before);
});

it('true counts give the room a factor from the third on, are previewed and taken back, and can be switched off', async () => {
  const { owner, revision } = world;
  const count = (at: number, body: object) =>
    owner('PUT', `/sessions/${ids[at + 1]}/true-count`, body);
  const studio = async () => {
    const { rooms } = (await owner('GET', '/calibration')).body;
    return rooms.find(({ room }: { room: string }) => room === 'studio');
  };
  expect(await studio()).toMatchObject({ state: 'none', on: true, classes_needed: 3 });
  await count(0, { people: 12 });
  const second = await count(1, { people: 12 });
  expect(second.body).toMatchObject({
    stored: true,
    compared: true,
    before: { state: 'too_few', classes: 1, classes_needed: 2 },
    after: { state: 'too_few', classes: 2, classes_needed: 1, factor: 1, error_after: null },
  });
  const preview = await count(2, { people: 12, preview: true });
  expect(preview.body).toMatchObject({
    stored: false,
    after: {
      state: 'better',
      // (10 + 36) ÷ (10 + 30)
      factor: 1.15,
      error_before: { mean: 2, bias: -2, within_one: 0 },
      error_after: { mean: 1 },
    },
  });
  expect((await studio()).classes).toBe(2);
  await count(2, { people: 12 });
  // A second count of a class replaces the first.
  await count(2, { people: 13 });
  expect(await studio()).toMatchObject({
    state: 'better',
    classes: 3,
    counted: [
      { session_id: ids[3], people: 13, estimated: 10 },
      { session_id: ids[2], people: 12, estimated: 10, corrected: expect.any(Number) },
      { session_id: ids[1], name: 'Yoga 1', people: 12 },
    ],
  });
  const off = await owner('PATCH', '/rooms/studio', { calibration: false }, await revision());
  expect(off.body.room).toMatchObject({ calibration: false });
  expect(await studio()).toMatchObject({ on: false, state: 'better' });
  const gone = await owner('DELETE', `/sessions/${ids[3]}/true-count`);
  expect(gone.body.true_count).toBeNull();
  expect(await studio()).toMatchObject({ state: 'too_few', classes: 2 });
  const { true_counts: listed } = (await owner('GET', '/true-counts')).body;
  expect(listed).toMatchObject([2, 1].map((at) => ({ session_id: ids[at] })));
  expect(await world.audit(1)).toMatchObject([{ kind: 'true_count_withdrawn', subject: ids[3] }]);
});

it('the page of a class has the same as forms: a slip is asked back, and no other page and nobody else sends them', async () => {
  const { pages, owner } = world;
  const { form } = await pages();
  const path = `/sessions/${ids[3]}`;
  const send = (fields: Record<string, string>) => form(path, fields);
  const said = async () => {
    const { correction, true_count: count } = (await owner('GET', `${path}/findings`)).body;
    return [correction?.attended ?? null, correction?.note ?? null, count?.people ?? null];
  };
  const saved = await send({ act: 'correct', people: '14', note: 'a pillar' });
  expect([saved.status, saved.to]).toEqual([303, `${path}#findings`]);
  await send({ act: 'count', people: '12' });
  expect(await said()).toEqual([14, 'a pillar', 12]);
  const slip = await send({ act: 'correct', people: '140', note: 'typed' });
  expect(slip.status).toBe(422);
  expect(slip.text).toContain('far more people than spots');
  expect(slip.text).toContain('value="typed"');
  const typed = await send({ act: 'count', people: 'x' });
  expect(typed.text).toContain('Type a whole number of people');
  await send({ act: 'correct', people: '140', force: 'yes' });
  const foreign = await pages('owner', 'https://rival.example');
  expect((await foreign.form(path, { act: 'uncount' })).status).toBe(422);
  const manager = await pages('manager');
  expect((await manager.form(path, { act: 'uncount' })).status).toBe(403);
  expect((await manager.send(path)).text).not.toMatch(/id="findings"|\/calibrate|\/audit/);
  expect(await said()).toEqual([140, null, 12]);
  await send({ act: 'uncorrect' });
  await send({ act: 'uncount' });
  expect(await said()).toEqual([null, null, null]);
});
