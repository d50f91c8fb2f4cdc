/**
 * `npx tsx bench/accuracy/run.ts`: what every detector and model here gets wrong, on pictures that nothing was trained on.
 *
 *   --data DIR     labelled pictures (../shared/training)     --models DIR   model files (../shared/models)
 *   --rooms DIR    pictures of whole rooms (.bench/rooms, from npx tsx bench/accuracy/rooms/fetch.ts); judged where they are there
 *   --rooms-only   those only           --held-out     the rooms kept aside, instead of those to develop on
 *   --pictures N   only every so many-th, to try something
 *   --only WORD    detectors and models whose name holds the word; may be given again
 *   --set NAME=VALUE   another option for all detectors, such as twin_iou=0.5; may be given again
 *
 * Prints a table for each detector. Exit code 1 where the pictures are missing.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPARED_MODELS, LABELLED_PICTURES } from '../../test/support/fixtures.ts';
import { DIVISIONS, ROOM_PARTS } from './divisions.ts';
import { counted } from './figures.ts';
import { type LabelledPicture, readLabels } from './labels.ts';
import { Looker } from './looking.ts';
import { roomsIn } from './rooms/labels.ts';
import { straddlesCamera, validates } from './split.ts';
import { findSubjects, MIN_SCORE, type Subject, startSubject } from './subjects.ts';
import { errorTable } from './table.ts';

const { values: chosen } = parseArgs({
  options: {
    data: { type: 'string', default: LABELLED_PICTURES },
    models: { type: 'string', default: COMPARED_MODELS },
    pictures: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    rooms: { type: 'string', default: join('.bench', 'rooms') },
    'rooms-only': { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
  },
});
const options = changedOptions();
const { subjects, notJudged } = await findSubjects(chosen.models);
const judged = subjects.filter(
  ({ name }) => chosen.only.length === 0 || chosen.only.some((word) => name.includes(word)),
);

if (!chosen['rooms-only']) await judgePictures();
await judgeRooms();

async function judgePictures(): Promise<void> {
  const all = readLabels(chosen.data);
  if (all === null) {
    console.log(
      `accuracy: expected labels.json and images/ in ${chosen.data}, got none; name the folder with --data`,
    );
    process.exitCode = 1;
    return;
  }
  const pictures = forJudging(all);
  console.log(`${pictures.length} pictures of ${all.length}, each with its options as they ship\n`);
  for (const { name, reason } of notJudged) console.log(`${name}: not judged: ${reason}`);
  for (const subject of judged) {
    const threshold = Number(options['score_threshold'] ?? subject.threshold);
    const look = await looking(subject, chosen.data, { ...options, score_threshold: MIN_SCORE });
    const results = [];
    for (const picture of pictures) {
      const found = (await look.look(picture)).filter(({ score }) => score >= threshold);
      results.push({ picture, counted: counted({ picture, found }) });
    }
    await look.close();
    print(subject, errorTable(results, DIVISIONS));
  }
}

/** Without those that look like one that was trained on: `twins.json`, and the clips of a camera that was. */
function forJudging(all: readonly LabelledPicture[]): readonly LabelledPicture[] {
  const twins = new Set(
    JSON.parse(readFileSync(join('bench', 'accuracy', 'twins.json'), 'utf8')) as string[],
  );
  return all
    .filter(({ group }) => validates(group) && !straddlesCamera(group))
    .filter(({ file }) => !twins.has(file))
    .filter((_, at) => at % Number(chosen.pictures) === 0);
}

async function judgeRooms(): Promise<void> {
  const isHeldOut = chosen['held-out'];
  const rooms = roomsIn(chosen.rooms, isHeldOut);
  if (rooms.length === 0) {
    console.log(`no rooms in ${chosen.rooms}; npx tsx bench/accuracy/rooms/fetch.ts brings them`);
    return;
  }
  console.log(`${rooms.length} rooms, ${isHeldOut ? 'held out' : 'to develop on'}\n`);
  for (const subject of judged) {
    const look = await looking(subject, chosen.rooms, options);
    const results = [];
    for (const room of rooms) {
      const { length: count } = await look.look(room);
      const truth = room.people.length;
      results.push({ room, counted: { group: room.place, count, truth } });
    }
    await look.close();
    print(subject, errorTable(results, ROOM_PARTS));
  }
}

async function looking(
  subject: Subject,
  dir: string,
  withOptions: Readonly<Record<string, unknown>>,
): Promise<Looker> {
  return new Looker(await startSubject(subject, withOptions), dir);
}

function print({ name, checksum, threshold }: Subject, table: string): void {
  console.log(`### ${name} (${checksum}, score ${threshold})\n\n${table}\n`);
}

function changedOptions(): Readonly<Record<string, unknown>> {
  const pairs = chosen.set.map((pair) => pair.split('='));
  // An input size (832x480) is a text.
  const read = (text = '') => (Number.isFinite(Number(text)) ? Number(text) : text);
  return Object.fromEntries(pairs.map(([name = '', value]) => [name, read(value)]));
}
