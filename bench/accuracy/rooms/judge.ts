/** Detectors looking at whole rooms: tables by crowd, and a sheet of the worst pictures of each. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookedPicture } from '../figures.ts';
import { Looker } from '../looking.ts';
import { fileName } from '../memory.ts';
import { writeSheet } from '../sheet.ts';
import { type Subject, startSubject } from '../subjects.ts';
import { type CountedRoom, roomTable } from './figures.ts';
import { pictureOf, pictureSeen, type Room } from './labels.ts';

const WORST = 20;

export interface RoomTask {
  readonly rooms: readonly Room[];
  /** Where the pictures are. */
  readonly dir: string;
  readonly outDir: string;
  readonly isHeldOut: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Judges each subject at the threshold that ships, or the one among the options. Returns the tables, and writes them with each picture's count. */
export async function judgeRooms(subjects: readonly Subject[], task: RoomTask): Promise<string> {
  const side = task.isHeldOut ? 'held out' : 'to develop on';
  const parts = [`## Rooms, ${side}`];
  for (const subject of subjects) {
    const { found, counted } = await look(subject, task);
    parts.push(`### ${subject.name}`, roomTable(counted));
    writeFileSync(
      join(task.outDir, `counts-rooms-${fileName(subject.name)}.json`),
      JSON.stringify(Object.fromEntries(counted.map(({ room, count }) => [room.file, count]))),
    );
    await writeSheet(join(task.outDir, `worst-rooms-${fileName(subject.name)}.png`), found, {
      dataDir: task.dir,
      threshold: 0,
      most: WORST,
    });
  }
  const text = parts.join('\n\n');
  writeFileSync(join(task.outDir, `rooms-${task.isHeldOut ? 'held-out' : 'dev'}.md`), `${text}\n`);
  return text;
}

async function look(subject: Subject, { rooms, dir, options }: RoomTask) {
  const looker = new Looker(await startSubject(subject, options), dir);
  const found = [];
  const counted: CountedRoom[] = [];
  for (const room of rooms) {
    const looked = await looker.look(pictureOf(room));
    found.push(lookedPicture(pictureSeen(room, looked.found), looked.found));
    counted.push({ room, count: looked.found.length });
  }
  await looker.close();
  return { found, counted };
}
