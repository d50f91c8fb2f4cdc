/** Files of classes over the owner API: what a preview shows is what is taken, and everything can be taken back. */

import { describe, expect, it } from 'vitest';
import { type OperatorWorld, operatorWorld, upload, WITHOUT_CAMERAS } from '../owner.fixture.ts';

/** A week from now, so that nothing here depends on what has begun. */
const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const row = (time: string, rest: string) => `${DAY},${time},${rest}`;
/** The file again with two more bookings of its first class. */
const rebooked = (csv: string) => csv.replace('Studio,20,12', 'Studio,20,14');
const CSV = [
  'Date,Time,Class,Coach,Where,Max,Booked',
  row('18:00', 'Yoga,Anna,Studio,20,12'),
  row('19:00', 'Spin,Ben,Cellar,15,9'),
  'Total,,,,,,21',
].join('\n');

async function previewed(world: OperatorWorld, csv = CSV, options: object = {}) {
  const { body } = await upload(world, csv);
  return world.owner('POST', '/previews', { upload: body.upload, ...options });
}

describe('a preview', () => {
  it('shows fields, columns, odd ones, strange rooms and rows that are no classes', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const { status, body } = await previewed(world);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: 'classes',
      classes: 2,
      counts: { add: 2, unchanged: 0 },
      columns: ['Date', 'Time', 'Class', 'Coach', 'Where', 'Max', 'Booked'],
      column_of: { date: 'Date', time: 'Time', name: 'Class', trainer: 'Coach', booked: 'Booked' },
      unused_columns: ['Where'],
      passed_over: [{ line: 4, what: 'a row of totals (Total)' }],
    });
    const field = (name: string) =>
      body.fields.find((one: { field: string }) => one.field === name);
    expect(field('trainer')).toEqual({ field: 'trainer', column: 'Coach', classes: 2 });
    expect(field('room')).toEqual({ field: 'room', column: null, classes: 0 });
    expect((await world.owner('GET', '/imports')).body).toMatchObject({ total: 0, imports: [] });
  });

  it('reads other columns and rooms when they are named, and leaves out what is no column', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const columns = { room: 'Where', capacity: 'Max', trainer: '' };
    const strange = await previewed(world, CSV, { columns });
    expect(strange.body.rooms).toEqual([
      { name: 'Cellar', room: null, nearest: null },
      { name: 'Studio', room: 'studio', nearest: null },
    ]);
    expect(strange.body.sample[0]).toMatchObject({ trainer: null, room: 'Studio', capacity: 20 });
    const meant = await world.owner('POST', '/previews', {
      upload: strange.body.upload,
      columns,
      rooms: { Cellar: 'empty' },
    });
    expect(meant.body.rooms.map(({ room }: { room: string }) => room)).toEqual(['empty', 'studio']);
    const stray = { upload: strange.body.upload, rooms: { Cellar: 'loft' } };
    expect(await world.owner('POST', '/previews', stray)).toMatchObject({ status: 400 });
  });
});

describe('an import', () => {
  it('takes what its preview showed, once, and is listed, noted and undone', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const { body } = await previewed(world);
    const made = await world.owner('POST', '/imports', { preview: body.preview });
    expect(made).toMatchObject({ status: 201, body: { import: 1, counts: { add: 2 } } });
    const again = await world.owner('POST', '/imports', { preview: body.preview });
    expect(again).toMatchObject({ status: 404, body: { code: 'upload_unknown' } });
    const { imports } = (await world.owner('GET', '/imports')).body;
    expect(imports).toMatchObject([
      { id: 1, file: 'classes.csv', source: 'classes', can_undo: true },
    ]);
    expect((await world.owner('GET', '/audit')).body.lines[0]).toMatchObject({
      kind: 'import_made',
      subject: '1 of classes',
    });
    const undone = await world.owner('POST', '/imports/1/undo');
    expect(undone).toMatchObject({ status: 200, body: { id: 1, counts: { remove: 2 } } });
    expect(await world.owner('POST', '/imports/1/undo')).toMatchObject({
      status: 404,
      body: { code: 'import_unknown' },
    });
  });

  it('is refused where the classes changed after the preview', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const first = (await previewed(world)).body;
    const second = (await previewed(world, rebooked(CSV))).body;
    await world.owner('POST', '/imports', { preview: second.preview });
    const late = await world.owner('POST', '/imports', { preview: first.preview });
    expect(late).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect((await world.owner('GET', '/imports')).body.total).toBe(1);
    // A new preview of the same upload shows what it would do now.
    const now = await world.owner('POST', '/previews', { upload: first.upload });
    expect(now.body.counts).toMatchObject({ add: 0, change: 1 });
  });

  it('with more people than the room holds is asked back', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const { body } = await previewed(
      world,
      CSV.replace('20,12', '20,120').replace('Where', 'Room'),
    );
    expect(body.too_many).toMatchObject([{ line: 2, field: 'booked', people: 120, places: 20 }]);
    const refused = await world.owner('POST', '/imports', { preview: body.preview });
    expect(refused).toMatchObject({ status: 400, body: { code: 'usage' } });
    const forced = await world.owner('POST', '/imports', { preview: body.preview, force: true });
    expect(forced.status).toBe(201);
  });

  it('below a later one is undone for the rest only', async () => {
    const world = await operatorWorld(WITHOUT_CAMERAS);
    const first = (await previewed(world)).body;
    await world.owner('POST', '/imports', { preview: first.preview });
    const later = (await previewed(world, rebooked(CSV))).body;
    await world.owner('POST', '/imports', { preview: later.preview });
    const refused = await world.owner('POST', '/imports/1/undo');
    expect(refused).toMatchObject({ status: 409, body: { code: 'import_covered' } });
    expect(refused.body.detail).toMatch(/"rest": true/);
    const rest = await world.owner('POST', '/imports/1/undo', { rest: true });
    expect(rest.body).toMatchObject({ counts: { remove: 1 }, stayed_count: 1, later_imports: [2] });
  });
});

it('bookings of a class are read as each source says them', async () => {
  const world = await operatorWorld(WITHOUT_CAMERAS);
  const plan = (await previewed(world)).body;
  const { body } = await world.owner('POST', '/imports', { preview: plan.preview });
  const roster = await upload(
    world,
    `Date,Time,Class,Reservations,Attended,Late cancels,Waitlist\n${row('18:00', 'Yoga,13,11,2,1')}\n`,
    'roster.csv',
  );
  const shown = await world.owner('POST', '/previews', { upload: roster.body.upload });
  expect(shown.body.counts).toMatchObject({ add: 0, change: 1 });
  const [{ class: id }] = shown.body.changes;
  await world.owner('POST', '/imports', { preview: shown.body.preview });
  const bookings = await world.owner('GET', `/sessions/${id}/bookings`);
  expect(bookings.body).toMatchObject({
    name: 'Yoga',
    booked: 13,
    checked_in: 11,
    sources: [
      { source: body.source, booked: 12, checked_in: null },
      { source: 'roster', booked: 13, checked_in: 11, late_cancels: 2, waitlisted: 1 },
    ],
  });
  const other = { 'X-Api-Key': await world.key('owner', 'south') };
  const foreign = await world.ask(`/operator/v1/sessions/${id}/bookings`, { headers: other });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'unknown_session' } });
});
