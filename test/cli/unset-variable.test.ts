/** A configuration whose camera password is not set here: what needs no camera works, what needs it says how to set it. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { gymText, typed } from './typed.ts';

const CLASSES = `id,name,start,end,room,booked,attended,trainer
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Studio,7,6,Ann
`;

const cameras = [{ id: 'hall', url: `rtsp://viewer:\${HALL_PASSWORD}@192.0.2.1/sub` }];
const CONFIG = gymText({ rooms: [{ id: 'studio', name: 'Studio', cameras }] });

beforeEach(() => void vi.stubEnv('HALL_PASSWORD', undefined));

it('serves every command that needs no camera', async () => {
  const { ask, folder } = await typed(CONFIG);
  await writeFile(join(folder, 'classes.csv'), CLASSES);
  const dates = ['--from', '2026-07-01', '--to', '2026-07-01'];
  const commands = [
    ['schedule', 'import', join(folder, 'classes.csv')],
    ['schedule', 'export', ...dates],
    ['report', 'day', '2026-07-01'],
    ['class', 'list', ...dates],
    ['camera', 'list'],
    ['key', 'create', '--role', 'owner'],
    ['key', 'list'],
    ['ask', 'How many people came on 1 July 2026?'],
  ];
  for (const words of commands) {
    const { code, err } = await ask(...words);
    expect([words.join(' '), code, err]).toEqual([words.join(' '), 0, '']);
  }
  const { out } = await ask('camera', 'list');
  expect(out).toContain('waits for HALL_PASSWORD, not set here');
});

it('says of the camera what to set', async () => {
  const { ask } = await typed(CONFIG);
  const { code, err } = await ask('camera', 'test', 'hall', '--detector', 'motion');
  expect(code).toBe(1);
  expect(err).toMatch(
    /^turnout: hall: expected the environment variable HALL_PASSWORD to be set, got nothing; .*export HALL_PASSWORD=….* secrets\.env in the data folder\n$/,
  );
});
