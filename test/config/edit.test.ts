/** Edits of real files: comments and bytes that stay, faults that are never written, writes that nobody sees half of. */

import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { add, addCamera, addGym, type ConfigEdit, remove, update } from '../../config/commands.ts';
import { editConfig } from '../../config/edit.ts';
import { FileText } from '../../config/edited-file.ts';
import { loadConfig } from '../../config/load.ts';
import { testFolder } from '../support/folder.ts';

/** As edits space a file. */
const FILE = `# Our gym
gyms:
  - id: main # short
    timezone: 'Europe/London'

    rooms:
      # upstairs
      - id: hall
        capacity: 20 # fire brigade says so
        cameras:
          # looks at the stage
          - id: north
            url: "rtsp://viewer:\${NORTH}@192.0.2.10/sub" # sub-stream

          - id: south
            url: rtsp://192.0.2.11/sub
            zones:
              - {name: mirror, kind: ignore, polygon: [[0, 0], [0.5, 0], [0.5, 1]]}
          # the end of the list
      - id: empty
sampling: {class_period: 2s, idle_period: 30s} # flow
`;

let folder = '';
let path = '';

beforeEach(async () => {
  folder = testFolder();
  path = join(folder, 'turnout.yaml');
  await writeFile(path, FILE);
});

async function edited(...edits: ConfigEdit[]): Promise<string> {
  await editConfig(path, edits, {});
  return readFile(path, 'utf8');
}

const NEW = { id: 'door', url: 'rtsp://192.0.2.12/sub' };

it('adding a camera puts it after the others, and touches no other line', async () => {
  const text = await edited(addCamera('main', 'hall', NEW));
  const lines = `
          - id: door
            url: rtsp://192.0.2.12/sub
`;
  const end = '          # the end of the list\n';
  expect(text).toBe(FILE.replace(end, `${lines}${end}`));
});

it.each([
  ['a used id', { ...NEW, id: 'north' }, 'hall', 'north; take main-north'],
  ['an unknown room', NEW, 'cellar', 'cellar; its rooms are hall, empty'],
  ['an id that is none', { ...NEW, id: 'Door 1' }, 'hall', 'cameras[2].id: expected lower-case'],
])('adding a camera refuses %s and leaves the file alone', async (_, camera, room, said) => {
  const edit = edited(addCamera('main', room, camera));
  await expect(edit).rejects.toMatchObject({ code: 'config_edit_failed' });
  await expect(edit).rejects.toThrow(said);
  expect(await readFile(path, 'utf8')).toBe(FILE);
});

it('removing a camera takes its lines out, and no other, and needs one that is there', async () => {
  const unknown = edited(remove('cameras', 'main', 'west'));
  await expect(unknown).rejects.toMatchObject({ code: 'camera_unknown' });
  const text = await edited(remove('cameras', 'main', 'south'));
  const from = FILE.indexOf('\n          - id: south');
  const to = FILE.indexOf('          # the end of the list');
  expect(text).toBe(FILE.slice(0, from) + FILE.slice(to));
});

it('a file that is not there is created with a head that leads editors to the schema, for its owner only', async () => {
  await rm(path);
  const gym = { id: 'main', timezone: 'Europe/London' };
  const edits = [addGym(gym), add('rooms', 'main', { id: 'hall' }), addCamera('main', 'hall', NEW)];
  await editConfig(path, edits, {});
  const text = await readFile(path, 'utf8');
  const head = /^# yaml-language-server: \$schema=(\S+)\n# Configuration of Turnout\./;
  const schema = readFileSync(fileURLToPath(head.exec(text)?.[1] ?? ''), 'utf8');
  expect(JSON.parse(schema)).toHaveProperty('properties.gyms');
  expect(parse(text)).toEqual({ gyms: [{ ...gym, rooms: [{ id: 'hall', cameras: [NEW] }] }] });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('writing takes texts as they are, and those in the language of the file as that', async () => {
  const name = '$' + '{NAME} $$';
  const rooms = [
    { id: 'plain', name },
    { id: 'file', name: new FileText(name) },
  ];
  await edited(...rooms.map((room) => add('rooms', 'main', room)));
  const { gyms } = await loadConfig(path, { variables: { NAME: 'Hall', NORTH: 'x' } } as never);
  expect(gyms[0]?.rooms.slice(-2)).toMatchObject([{ name }, { name: 'Hall $' }]);
});

it('writing keeps the mode, leaves no temporary file and goes through links', async () => {
  await chmod(path, 0o640);
  const link = join(folder, 'link.yaml');
  await symlink('turnout.yaml', link);
  await editConfig(link, [remove('cameras', 'main', 'south')], {});
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(await readFile(path, 'utf8')).not.toContain('south');
  expect((await readdir(folder)).sort()).toEqual(['link.yaml', 'turnout.yaml']);
});

it('writing leaves a file alone that somebody else changed meanwhile', async () => {
  const meddling: ConfigEdit = (file) => {
    writeFileSync(path, `${FILE}# by hand\n`);
    file.set(['log'], { level: 'debug' });
  };
  const edit = editConfig(path, [meddling], {});
  await expect(edit).rejects.toMatchObject({ code: 'config_edit_failed' });
  await expect(edit).rejects.toThrow('expected the file as it was read, got a newer one');
  expect(await readFile(path, 'utf8')).toBe(`${FILE}# by hand\n`);
  expect(await readdir(folder)).toEqual(['turnout.yaml']);
});

it('writing does edits that come at once one after another, and loses none', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(
    ids.map((id) => editConfig(path, [addCamera('main', 'empty', { ...NEW, id })], {})),
  );
  const tree = parse(await readFile(path, 'utf8'));
  expect(tree.gyms[0].rooms[1].cameras.map(({ id }: { id: string }) => id)).toEqual(ids);
});

it('writing refuses to touch a file that has faults', async () => {
  await writeFile(path, FILE.replace('timezone', 'timezon'));
  const edit = edited(remove('cameras', 'main', 'south'));
  await expect(edit).rejects.toThrow('timezon: expected a known key');
  expect(await readFile(path, 'utf8')).toContain('south');
});

it('writing keeps the old names of a room, since classes use them', async () => {
  const named = async (name: string | null) =>
    parse(await edited(update('rooms', 'main', 'hall', { name }))).gyms[0].rooms[0];
  expect(await named('Studio 1')).not.toHaveProperty('also_called');
  expect(await named('Great Hall')).toMatchObject({ also_called: ['Studio 1'] });
  expect(await named(null)).toMatchObject({ also_called: ['Studio 1', 'Great Hall'] });
  expect(await named('Studio 1')).toMatchObject({ also_called: ['Studio 1', 'Great Hall'] });
  expect(await named('Great Hall')).toMatchObject({ also_called: ['Studio 1'] });
});

it('writing changes nothing where there is nothing to change', async () => {
  const before = await stat(path);
  expect(await edited(update('cameras', 'main', 'north', { zones: null }))).toBe(FILE);
  expect((await stat(path)).ino).toBe(before.ino);
});

it('writing lets a channel wait for a variable that is set at the server alone', async () => {
  writeFileSync(
    path,
    `gyms: [{id: main, timezone: UTC, notify: [{id: owner, slack: "\${HOOK}", send: [alerts]}]}]\n`,
  );
  const text = await editConfig(path, [add('rooms', 'main', { id: 'hall' })], {});
  expect(text).toContain('id: hall');
});
