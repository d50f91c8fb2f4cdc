/** Text over HTTP is text: what an owner sends is read back as it was, from the API and from the file, and names no variable. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Row } from '../../../../api/routes/owner/row.ts';
import { OWNER_TABLE } from '../../../../api/routes/owner/table.ts';
import { loadConfig } from '../../../../config/load.ts';
import { FILE, operatorWorld, RATES } from './owner.fixture.ts';

/** Every free text that is written into the file, by route and place in the body; `*` is any key or entry. */
const WRITTEN = [
  'PATCH /cameras/{camera_id} detector',
  'PATCH /cameras/{camera_id} detector_options.*',
  'PATCH /cameras/{camera_id} zones.*.name',
  'PATCH /rooms/{room_id} name',
  'PATCH /sources/{source_id} columns.*',
  'PATCH /sources/{source_id} rooms.*',
  'POST /cameras detector',
  'POST /cameras detector_options.*',
  'POST /cameras room',
  'POST /cameras zones.*.name',
  'POST /rooms name',
  'POST /sources columns.*',
  'POST /sources rooms.*',
  'PUT /cameras/{camera_id}/zones also.*.zones.*.name',
  'PUT /cameras/{camera_id}/zones zones.*.name',
];

interface Node {
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
}

/** Places of texts of any form. An address never reaches the file as it was sent, and has tests of its own. */
function freeTexts(node: Node, place: readonly string[] = []): string[] {
  if (place[0] === 'address') return [];
  const { properties = {}, patternProperties = {}, anyOf = [], items } = node;
  const isFree = node.type === undefined && !node.anyOf && !node.enum;
  const isText = node.type === 'string' && !node.enum && node.pattern === undefined;
  return [
    ...(isText || isFree ? [place.join('.')] : []),
    ...anyOf.flatMap((one) => freeTexts(one, place)),
    ...Object.entries(properties).flatMap(([key, one]) => freeTexts(one, [...place, key])),
    ...Object.values(patternProperties).flatMap((one) => freeTexts(one, [...place, '*'])),
    ...(items === undefined || Array.isArray(items) ? [] : freeTexts(items, [...place, '*'])),
  ];
}

it('every text of a route that changes the file is written below', () => {
  const edits = (OWNER_TABLE as readonly Row[]).filter(({ needs }) => needs.revision);
  const found = edits.flatMap(({ name, needs: { body } }) =>
    body === undefined ? [] : freeTexts(body as Node).map((place) => `${name} ${place}`),
  );
  expect(found.toSorted()).toEqual(WRITTEN);
});

/** What a file of YAML with variables could read in another way. */
const PIECES = [
  ...`$ $$ { } " ' # - *a &a ! | > % @ [ ] ? ~ null true 1 é 🏋 a <b> ... ---`.split(' '),
  ...['`', '$' + '{LEAK}', '$' + '{LEAK:-x}', '$' + '{', ' ', ' #', ', ', '- ', '\n', '\t', '\r'],
  ...['\u0000', '\u0085', '\u2028', '\ufeff', '\u202e'],
];
const anyText = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(''));
/** Options of detectors name no file. */
const optionText = anyText.filter((text) => !/[\\/:]/.test(text));

it('texts are read back as they were sent, from the API and from the file', async () => {
  const { owner, folder, told } = await operatorWorld(`${FILE}${RATES}`, async (data) => {
    await mkdir(data);
    await writeFile(join(data, 'secrets.env'), "LEAK='never-shown'\n", { mode: 0o600 });
  });
  const polygon = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  const zone = (name: string) => ({ name, kind: 'ignore', polygon });
  const off = { enabled: false, detector: 'motion' };
  const address = { url: 'scene:studio?people=1' };
  const feed = { url: 'http://127.0.0.1:9/a.ics' };
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await owner(method, path, body, '*');
    expect(answer.status, JSON.stringify([method, path, body, answer.body])).toBeLessThan(300);
    return answer.body;
  };
  const world = async () => {
    const { gyms } = await loadConfig(join(folder, 'turnout.yaml'), {
      variables: { LEAK: 'never-shown', FEED_ADDRESS: 'x' },
    } as never);
    return gyms[0];
  };
  const texts = fc.record({ text: anyText, other: anyText, option: optionText });
  await fc.assert(
    fc.asyncProperty(texts, async ({ text: first, other, option }) => {
      const options = { text: option, list: [{ deep: option }] };
      for (const [at, text] of [first, other].entries()) {
        /** As something new, then as a change of it. */
        const write = (kind: string, id: string, more: object, said: object) =>
          at === 0
            ? done('POST', `/${kind}`, { id, ...more, ...said })
            : done('PATCH', `/${kind}/${id}`, said);
        const { room } = await write('rooms', 'new', {}, { name: text });
        const drawn = { detector_options: options, zones: [zone(text)] };
        const { camera } = await write('cameras', 'new', { room: 'new', address, ...off }, drawn);
        const settings = { columns: { name: text }, rooms: { [text]: 'studio', at: other } };
        const { source } = await write('sources', 'feed', { address: feed }, settings);
        expect(room.name).toBe(text);
        expect(source).toMatchObject(settings);
        expect(camera).toMatchObject({ detector_options: options, zones: [{ name: text }] });
        const put = await done('PUT', '/cameras/hall/zones', { zones: [zone(other)] });
        expect(put.camera.zones).toMatchObject([{ name: other }]);
        const gym = await world();
        const stored = gym?.rooms.find(({ id }) => id === 'new');
        expect(stored?.name).toBe(text);
        const camerasOf = { detectorOptions: options, zones: [{ name: text }] };
        expect(stored?.cameras[0]).toMatchObject(camerasOf);
        expect(gym?.schedule[0]).toMatchObject(settings);
        expect(gym?.rooms[0]?.cameras[0]?.zones).toMatchObject([{ name: other }]);
      }
      await done('DELETE', '/sources/feed');
      await done('DELETE', '/cameras/new');
      await done('DELETE', '/rooms/new');
    }),
    {
      numRuns: 8,
      endOnFailure: true,
      examples: [[{ text: '$' + '{LEAK}', other: '$$', option: '$' + '{LEAK}' }]],
    },
  );
  for (const one of told) expect(one).not.toContain('never-shown');
});
