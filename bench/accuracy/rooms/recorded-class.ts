/**
 * `npm run accuracy:class`: classes in full rooms from beginning to end. Recordings of rooms of 10 to 25 people are played by
 * an RTSP server as cameras, the built program counts them for a class, and what `/v1/summary` says of it stands beside the
 * people that were counted by eye (`labels.json`). Those of the side to develop on; none is in this repository.
 *
 *   --rooms DIR   pictures and recordings (.bench/rooms, from npm run accuracy:rooms)
 *   --models DIR  model files (../shared/models)         --seconds N   length of the class (90)
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  isRtspServerAvailable,
  looped,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../../../test/support/rtsp-server.ts';
import { npmStart, turnout } from '../../../test/support/turnout.ts';
import { encode, type Recording, recordings } from './recordings.ts';

const { values: chosen } = parseArgs({
  options: {
    rooms: { type: 'string', default: join('.bench', 'rooms') },
    models: { type: 'string', default: join('..', 'shared', 'models') },
    seconds: { type: 'string', default: '90' },
  },
});
const CLASS_MS = Number(chosen.seconds) * 1000;
/** So that it does not begin before every camera is connected, and its detector built, ms. */
const LEAD_MS = 20_000;
/** Longest wait for the estimate after the end, ms. */
const PATIENCE_MS = 120_000;
const CAPACITY = 20;
const DETECTORS = ['yolox', 'person'] as const;

/** A recording as one camera of one room, looked at by one detector. */
interface Played {
  readonly id: string;
  readonly recording: Recording;
  readonly detector: (typeof DETECTORS)[number];
}

interface ClassAnswer {
  readonly name: string;
  readonly status: string;
  readonly attended: number | null;
  readonly attended_low: number | null;
  readonly attended_high: number | null;
  readonly quality: string;
  readonly quality_reasons: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'turnout-recorded-'));
try {
  await playAll();
} finally {
  rmSync(folder, { recursive: true });
}

async function playAll(): Promise<void> {
  if (!isRtspServerAvailable()) return console.log(RTSP_SERVER_NEEDED);
  const model = resolve(chosen.models, 'yolox_nano.onnx');
  if (!existsSync(model)) return console.log(`expected ${model}, got no file`);
  const ready: Recording[] = [];
  for (const recording of recordings()) {
    const fault = encode(chosen.rooms, recording, clipOf(recording));
    if (fault === null) ready.push(recording);
    else console.log(`${recording.place} is left out: ${fault}`);
  }
  if (ready.length === 0) return;
  const played = ready.flatMap((recording) =>
    DETECTORS.map((detector) => ({ id: `${recording.place}-${detector}`, recording, detector })),
  );
  console.log(tableOf(played, await countClasses(played, model)));
}

/** What the program says of each class in the end, by name, which is the id of its room. */
async function countClasses(played: readonly Played[], model: string): Promise<ClassAnswer[]> {
  const mounts = played.map(({ id, recording }) => [`/${id}`, looped(clipOf(recording))] as const);
  const rtsp = await startRtspServer({ mounts: Object.fromEntries(mounts) });
  const variables = {
    TURNOUT_DATA: join(folder, 'data'),
    TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
  };
  await turnout(['model', 'install', 'yolox-nano', '--from', model], folder, variables);
  const startsMs = Math.ceil((Date.now() + LEAD_MS) / 1000) * 1000;
  writeFileSync(variables.TURNOUT_CONFIG, configOf(played, rtsp.port));
  writeFileSync(join(folder, 'classes.csv'), scheduleOf(played, startsMs));
  const server = await npmStart(variables);
  try {
    const made = await turnout(['key', 'create', '--role', 'owner', '--json'], folder, variables);
    const { key } = JSON.parse(made.stdout) as { key: string };
    const headers = { Authorization: `Bearer ${key}` };
    const untilMs = startsMs + CLASS_MS + PATIENCE_MS;
    for (;;) {
      const answer = await fetch(`${server.url}/v1/summary?gym_id=riverside`, { headers });
      const { classes } = (await answer.json()) as { classes: ClassAnswer[] };
      const isDone = classes.every(
        ({ status, quality_reasons: reasons }) =>
          status === 'completed' && !reasons.includes('in_progress'),
      );
      if ((classes.length === played.length && isDone) || Date.now() > untilMs) return classes;
      await wait(1000);
    }
  } finally {
    await server.stop();
    await rtsp.stop();
  }
}

function configOf(played: readonly Played[], port: number): string {
  const rooms = played.map(
    ({ id, detector }) =>
      `      - {id: ${id}, capacity: ${CAPACITY}, cameras: [{id: ${id}, detector: ${detector}, url: 'rtsp://127.0.0.1:${port}/${id}'}]}`,
  );
  return `gyms:
  - id: riverside
    timezone: Europe/London
    rooms:
${rooms.join('\n')}
    schedule: [{id: timetable, url: ./classes.csv, refresh: 1m}]
    # Everybody in the picture was counted by eye, and the recordings have no ten minutes.
    attendance: {staff: 0, lead: 0s, tail: 0s}
sampling: {class_period: 2s, idle_period: 2s}
`;
}

function scheduleOf(played: readonly Played[], startsMs: number): string {
  const [start, end] = [startsMs, startsMs + CLASS_MS].map((atMs) => new Date(atMs).toISOString());
  const rows = played.map(({ id }, at) => `${at + 1},${id},Anna,${id},${start},${end}`);
  return `id,name,trainer,room,start,end\n${rows.join('\n')}\n`;
}

function tableOf(played: readonly Played[], classes: readonly ClassAnswer[]): string {
  const rows = played.map(({ id, recording: { place, rooms, isFilmed }, detector }) => {
    const told = classes.find(({ name }) => name === id);
    const seen = rooms.map(({ people }) => people.length);
    const truth = Math.max(...seen);
    const [low, high] = [told?.attended_low ?? Number.NaN, told?.attended_high ?? Number.NaN];
    const of = isFilmed ? 'recording' : `${rooms.length} pictures in turn`;
    const reasons = told?.quality_reasons.join(', ') ?? '';
    return `| ${place}, ${of} | ${seen.join(', ')} | ${detector} | ${told?.attended} | ${low}–${high} | ${low <= truth && truth <= high ? 'yes' : 'no'} | ${told?.quality} (${reasons}) |`;
  });
  return [
    '| room | people by eye | detector | attended | range | holds the most by eye | grade |',
    '|---|---|---|---:|---:|---|---|',
    ...rows,
  ].join('\n');
}

function clipOf({ place }: Recording): string {
  return join(folder, `${place}.mp4`);
}
