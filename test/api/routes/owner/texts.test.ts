/** Text over HTTP is text: what an owner sends is read back as it was, from the API and from the file, and names no variable. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../../config/load.ts';
import { rect } from '../../../support/rect.ts';
import { FILE, operatorWorld, RATES } from './owner.fixture.ts';

/** What a file of YAML with variables could read in another way; without what names a file. */
const TEXTS = [
  ...['$' + '{LEAK}', '$$', '$' + '{LEAK', '- *a &a, !\n\t\r', ` # "' \` { } [ ] | > % @ ? ~`],
  ...['null', '1', ' ', '---', 'é 🏋 <b>', '\u0000\u0085\u2028\ufeff\u202e'],
];

it('texts are read back as they were sent, from the API and from the file', async () => {
  const { owner, folder, told } = await operatorWorld(`${FILE}${RATES}`, async (data) => {
    await mkdir(data);
    await writeFile(join(data, 'secrets.env'), "LEAK='never-shown'\n", { mode: 0o600 });
  });
  const polygon = rect(0, 0, 1, 1);
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
  for (const [at, first] of TEXTS.entries()) {
    const other = TEXTS.at(at - 1) ?? '';
    for (const text of [first, other]) {
      /** As something new, then as a change of it. */
      const write = (kind: string, id: string, more: object, said: object) =>
        text === first
          ? done('POST', `/${kind}`, { id, ...more, ...said })
          : done('PATCH', `/${kind}/${id}`, said);
      const options = { text, list: [{ deep: text }] };
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
  }
  for (const one of told) expect(one).not.toContain('never-shown');
});
