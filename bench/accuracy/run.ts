/**
 * `npm run accuracy`: what every detector and model here gets wrong, on pictures that nothing was trained on.
 *
 *   --data DIR     labelled pictures (../shared/training)     --tiles WORD   judge detectors whose name holds it tiled as well
 *   --models DIR   model files (../shared/models)             --pictures N   only every so many-th, to try something
 *   --out DIR      where everything is written (.bench/accuracy)
 *   --set NAME=VALUE   another option for all detectors, such as twin_iou=0.5; may be given again
 *   --only WORD    subjects whose name holds the word; may be given again
 *   --reuse        reckon with what an earlier run saw, where it is in DIR
 *   --find-twins   only find the pictures that straddle the split, and write bench/accuracy/twins.json
 *   --side train   the other side of the split: of use for models that were not trained on it
 *   --rooms DIR    pictures of whole rooms (.bench/rooms, from npm run accuracy:rooms); judged where they are there
 *   --rooms-only   those only           --held-out     the rooms kept aside, instead of those to develop on
 *
 * Exit code 1 where the pictures are missing.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPARED_MODELS, LABELLED_PICTURES } from '../support/fixtures.ts';
import { median } from '../support/report.ts';
import { straddlesCamera } from './cameras.ts';
import { DIVISIONS } from './divisions.ts';
import { lookedPicture } from './figures.ts';
import { type LabelledPicture, readLabels, type ScoredBox } from './labels.ts';
import { Looker } from './looking.ts';
import { fileName, Memory, type Seen } from './memory.ts';
import { type Report, subjectReport, type Time } from './report.ts';
import { judgeRooms } from './rooms/judge.ts';
import { roomsIn } from './rooms/labels.ts';
import { writeSheet } from './sheet.ts';
import { validates } from './split.ts';
import { findSubjects, MIN_SCORE, type Subject, startSubject } from './subjects.ts';
import { tablesOf } from './table.ts';
import { findTwins } from './twins.ts';

const { values: chosen } = parseArgs({
  options: {
    data: { type: 'string', default: LABELLED_PICTURES },
    models: { type: 'string', default: COMPARED_MODELS },
    out: { type: 'string', default: join('.bench', 'accuracy') },
    tiles: { type: 'string', multiple: true, default: [] },
    pictures: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    reuse: { type: 'boolean', default: false },
    'find-twins': { type: 'boolean', default: false },
    side: { type: 'string', default: 'validation' },
    rooms: { type: 'string', default: join('.bench', 'rooms') },
    'rooms-only': { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
  },
});
/** Pictures for the time, spread over all: medians of this many differ by less than the machine's own noise. */
const TIMED = 120;
const WORST = 24;
const TWINS_FILE = join('bench', 'accuracy', 'twins.json');
const memory = new Memory(join(chosen.out, 'seen'));

const labelled = chosen['rooms-only'] ? [] : readLabels(chosen.data);
if (chosen['rooms-only']) {
  await judgeRoomsHere(await wantedSubjects());
} else if (labelled === null) {
  console.log(
    `accuracy: expected labels.json and images/ in ${chosen.data}, got none; name the folder with --data`,
  );
  process.exitCode = 1;
} else if (chosen['find-twins']) {
  const twins = await findTwins(labelled, chosen.data);
  writeFileSync(TWINS_FILE, `${JSON.stringify(twins, null, 1)}\n`);
  console.log(`${twins.length} pictures straddle the split; they are in ${TWINS_FILE}`);
} else {
  await judgeAll(labelled);
}

async function judgeAll(all: readonly LabelledPicture[]): Promise<void> {
  const twins = new Set(JSON.parse(readFileSync(TWINS_FILE, 'utf8')) as string[]);
  const wantsValidation = chosen.side === 'validation';
  const pictures = all
    .filter(({ group }) => validates(group) === wantsValidation)
    .filter(({ file, group }) => !twins.has(file) && !straddlesCamera(group))
    .filter((_, at) => at % Number(chosen.pictures) === 0);
  const loadBefore = loadavg()[0] ?? 0;
  const { subjects, notJudged } = await wantedSubjects();
  const times = await timeAll(subjects, pictures);
  const reports = [];
  for (const [at, subject] of subjects.entries()) {
    const seen = await lookAt(subject, pictures);
    const looked = pictures.map((picture) => lookedPicture(picture, seen[picture.file] ?? []));
    const time = times[at] ?? { pictures: 0, wallMs: 0, cpuMs: 0 };
    reports.push(subjectReport(subject, looked, time));
    for (const labeller of ['people', 'teacher'] as const) {
      const file = `worst-${fileName(subject.name)}-${labeller}.png`;
      const some = looked.filter(({ picture }) => picture.labelledBy === labeller);
      const { data: dataDir } = chosen;
      await writeSheet(join(chosen.out, file), some, {
        dataDir,
        threshold: subject.threshold,
        most: WORST,
      });
    }
    console.error(`${subject.name}: ${looked.length} pictures`);
  }
  write({
    when: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}`,
    load: [loadBefore, loadavg()[0] ?? 0].map((load) => Math.round(load * 10) / 10),
    pictures: pictures.length,
    groups: new Set(pictures.map(({ group }) => group)).size,
    twinsLeftOut: all.filter(({ file }) => twins.has(file)).length,
    camerasLeftOut: all.filter(({ group }) => validates(group) && straddlesCamera(group)).length,
    divisions: DIVISIONS.map(({ name }) => name),
    notJudged,
    subjects: reports,
  });
  await judgeRoomsHere({ subjects });
}

async function wantedSubjects() {
  const { subjects, notJudged } = await findSubjects(chosen.models, chosen.tiles);
  const isWanted = ({ name }: Subject) =>
    chosen.only.length === 0 || chosen.only.some((word) => name.includes(word));
  return { subjects: subjects.filter(isWanted), notJudged };
}

async function judgeRoomsHere({ subjects }: { readonly subjects: readonly Subject[] }) {
  const isHeldOut = chosen['held-out'];
  const rooms = roomsIn(chosen.rooms, isHeldOut);
  if (rooms.length === 0) {
    console.log(`no rooms in ${chosen.rooms}; npm run accuracy:rooms brings them`);
    return;
  }
  const options = changedOptions();
  const task = { rooms, dir: chosen.rooms, outDir: chosen.out, isHeldOut, options };
  console.log(await judgeRooms(subjects, task));
}

async function lookAt(subject: Subject, pictures: readonly LabelledPicture[]): Promise<Seen> {
  const known = chosen.reuse ? memory.recall<Seen>(memoryName(subject)) : null;
  if (known !== null && pictures.every(({ file }) => known[file] !== undefined)) return known;
  const options = { ...changedOptions(), score_threshold: MIN_SCORE };
  const looker = new Looker(await startSubject(subject, options), chosen.data);
  const seen: Record<string, readonly ScoredBox[]> = {};
  for (const picture of pictures) seen[picture.file] = (await looker.look(picture)).found;
  await looker.close();
  memory.keep(memoryName(subject), seen);
  return seen;
}

/** Medians with the options that ship; every picture goes to all, each time another one first. */
async function timeAll(
  subjects: readonly Subject[],
  pictures: readonly LabelledPicture[],
): Promise<readonly Time[]> {
  const known = chosen.reuse ? memory.recall<readonly Time[]>('times') : null;
  if (known?.length === subjects.length) return known;
  const step = Math.max(1, Math.floor(pictures.length / TIMED));
  const timed = pictures.filter((_, at) => at % step === 0).slice(0, TIMED);
  const lookers: Looker[] = [];
  for (const subject of subjects) {
    lookers.push(new Looker(await startSubject(subject, changedOptions()), chosen.data));
  }
  const looks = lookers.map((): { wallMs: number; cpuMs: number }[] => []);
  for (const [round, picture] of timed.entries()) {
    for (let turn = 0; turn < lookers.length; turn += 1) {
      const at = (round + turn) % lookers.length;
      const look = await lookers[at]?.look(picture);
      if (look !== undefined) looks[at]?.push(look);
    }
  }
  for (const looker of lookers) await looker.close();
  const times = looks.map((some) => ({
    pictures: some.length,
    wallMs: median(some.map(({ wallMs }) => wallMs)),
    cpuMs: median(some.map(({ cpuMs }) => cpuMs)),
  }));
  memory.keep('times', times);
  return times;
}

/** Other weights or other options see other things. */
function memoryName({ name, checksum }: Subject): string {
  return [name, checksum, ...chosen.set].join(' ');
}

function changedOptions(): Readonly<Record<string, unknown>> {
  const pairs = chosen.set.map((pair) => pair.split('='));
  // An input size (832x480) is a text.
  const read = (text = '') => (Number.isFinite(Number(text)) ? Number(text) : text);
  return Object.fromEntries(pairs.map(([name = '', value]) => [name, read(value)]));
}

function write(report: Report): void {
  const tables = tablesOf(report);
  writeFileSync(join(chosen.out, 'results.json'), `${JSON.stringify(rounded(report), null, 1)}\n`);
  console.log(`${tables}\n\nEverything is in ${chosen.out}.`);
}

/** Four digits after the point: more are noise. */
function rounded(report: Report): Report {
  const short = (_key: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
  return JSON.parse(JSON.stringify(report, short)) as Report;
}
