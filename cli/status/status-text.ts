/** The status of a server as a person reads it. */

import { HALF_RATE } from '../../api/http/backing.ts';
import type { Status } from '../../api/schemas/status.ts';
import { isCameraFine } from '../../engine/cameras/state.ts';
import { BETTER_MODEL_COMMAND, weaknessText } from '../../engine/counting/configured-detectors.ts';
import { age, classes, counted } from '../../web/words/format.ts';
import { CAMERA_STATES } from '../../web/words/reasons.ts';
import { joined } from '../../web/words/sentences.ts';
import { lines } from '../command.ts';
import { type Column, type Layout, table, UNBOUND } from '../terminal/table.ts';
import { type CountNow, type Counts, NO_COUNT } from './recent-counts.ts';

type Camera = Status['cameras']['list'][number];

/** What the command tells programs. */
export interface StatusAnswer {
  readonly url: string;
  readonly status: Status;
  /** By camera id, from the data folder of this computer; null where it cannot be read. */
  readonly counts: Counts | null;
  /** Why there are no counts. */
  readonly counts_fault: string | null;
}

/** What is broken is red. */
type Part = readonly [name: string, text: string, isBroken?: boolean];

/** The cameras, then each part by its name. */
export function statusText(answer: StatusAnswer, layout: Layout = UNBOUND): string {
  const { url, status, counts_fault: countsFault } = answer;
  const { backing } = status.http;
  const { origin } = status.configuration;
  const parts: readonly Part[] = [
    ['Pipeline', pipelineText(status)],
    ['HTTP server', backing === 'node:http' ? `${backing}, ${HALF_RATE}` : backing],
    ...status.detectors.map(
      (one): Part => ['Detector', detectorText(one, origin), one.quarantined],
    ),
    storagePart(status),
    ...clockParts(status),
    ...descriptorParts(status),
    ...backupParts(status),
    ...feedParts(status),
    ...mqttParts(status),
    ...status.lines.map((line): Part => ['Head office', headOfficeText(line)]),
    configurationPart(status),
    ...(countsFault === null ? [] : [['Counts', countsFault, true] as const]),
  ];
  return lines(
    `Turnout ${status.version} at ${url}, up for ${age(status.uptime_s)}`,
    '',
    cameraLines(answer, layout),
    '',
    table(PART_COLUMNS, parts, layout),
  );
}

const PART_COLUMNS: readonly Column<Part>[] = [
  { head: '', cell: ([name]) => name },
  {
    head: '',
    cell: ([, text]) => text,
    style: ([name, , isBroken]) => (isBroken ? 'red' : name === 'Clock' ? 'yellow' : null),
  },
];

function cameraLines({ status, counts }: StatusAnswer, layout: Layout): string[] {
  const { list } = status.cameras;
  if (list.length === 0) return ['No cameras yet. Add one with: turnout camera add'];
  const people: Column<Camera> = { head: 'PEOPLE', cell: ({ id }) => countText(counts?.[id]?.now) };
  const columns: readonly Column<Camera>[] = [
    { head: 'CAMERA', cell: ({ id }) => id },
    ...(counts === null ? [] : [people]),
    {
      head: 'STATE',
      cell: ({ state }) => CAMERA_STATES[state] ?? state,
      style: ({ state }) => (isCameraFine(state) ? 'green' : 'red'),
    },
    { head: 'SINCE', cell: ({ since }) => clockText(since) },
    { head: 'PICTURE', cell: pictureText, spare: 1 },
  ];
  const note = ({ detail, reasons }: Camera) => detail ?? reasons.join(', ');
  return table(columns, list, { ...layout, note });
}

function countText({ count, reason }: CountNow = { count: null, reason: 'no_sample' }): string {
  return count === null ? NO_COUNT[reason ?? 'not_counted'] : String(count);
}

function pictureText({ codec, width, height, fps }: Camera): string {
  return joined(
    ' ',
    codec,
    width !== null && height !== null && `${width}×${height}`,
    fps !== null && `${Math.round(fps * 10) / 10} fps`,
  );
}

function pipelineText({ pipeline }: Status): string {
  const { latency_ms: latency, workers, samples_per_second: rate, failed, shed } = pipeline;
  return joined(
    ', ',
    counted(workers, 'worker'),
    `${rate} samples/s`,
    latency && `${Math.round(latency.p50)} ms each (p99 ${Math.round(latency.p99)})`,
    `${failed + shed} lost`,
  );
}

function detectorText(detector: Status['detectors'][number], origin: Origin): string {
  const { name, version, model, input, provider, last_failure: failure } = detector;
  const at = input === null ? '' : ` at ${input.width}x${input.height}`;
  const on = provider === null ? '' : ` on ${provider}`;
  const trouble = version === '' ? 'cannot be used' : 'paused after repeated faults';
  const text = joined(
    ', ',
    `${name ?? 'one that could not be loaded'} ${version}`.trimEnd(),
    model !== null && `model ${model}${at}${on}`,
    detector.weak && `weak${weakness(name, origin)}`,
    detector.quarantined && trouble,
  );
  return failure === null ? text : `${text}; last fault: ${failure.detail ?? failure.code}`;
}

type Origin = Status['configuration']['origin'];

/** Nothing of one whose name is not shown. */
function weakness(name: string | null, origin: Origin): string {
  // The drawn people of the demo are counted by it whatever is installed.
  if (origin === 'demo') {
    return ` but enough for the drawn people of the demo; for real cameras: ${BETTER_MODEL_COMMAND}`;
  }
  return name === null ? '' : `: ${weaknessText(name)}`;
}

function storagePart({ storage }: Status): Part {
  const { state, detail, samples_stored: samples, size_bytes: bytes } = storage;
  const text = `${state}, ${counted(samples, 'sample')}, ${(bytes / 1e6).toFixed(1)} MB`;
  return ['Storage', joined('; ', text, detail), state !== 'ok'];
}

function clockParts({ clock: { last_step_at: at, last_step_s: seconds } }: Status): Part[] {
  if (at === null || seconds === null) return [];
  const step = `${age(Math.abs(seconds))} ${seconds < 0 ? 'back' : 'forward'}`;
  return [['Clock', `went ${step} at ${clockText(at)}: check that it is right`]];
}

function descriptorParts({ descriptors: { since } }: Status): Part[] {
  if (since === null) return [];
  return [['Descriptors', `none free since ${clockText(since)}: no connection is taken`, true]];
}

function backupParts({ backup }: Status): Part[] {
  if (backup === undefined) return [];
  const { newest_at: newest, overdue, failures, detail } = backup;
  const text = joined(
    ', ',
    newest === null ? 'none yet' : `newest ${clockText(newest)}`,
    failures > 0 && `${failures} failed since the start`,
  );
  return [['Backups', joined('; ', text, detail), overdue || detail !== null]];
}

function feedParts({ schedule: { feeds } }: Status): Part[] {
  return feeds.map(({ last_success_at: read, faults, fault, ...feed }): Part => {
    const text = joined(
      ', ',
      `${feed.gym_id}/${feed.source_id}`,
      read === null ? 'not read yet' : `${classes(feed.classes)}, read ${clockText(read)}`,
      faults > 0 && `${faults} not understood`,
    );
    return ['Feed', joined('; ', text, fault?.detail), fault !== null];
  });
}

function mqttParts({ mqtt }: Status): Part[] {
  const { connections = [] } = mqtt ?? {};
  return connections.map(({ gym_id: gym, state, since, detail }): Part => {
    const text = `${gym}, ${state} since ${clockText(since)}`;
    return ['MQTT', joined('; ', text, detail), state === 'failing'];
  });
}

function headOfficeText(line: Status['lines'][number]): string {
  const { state, detail, pending, held, clock_skew_s: skew, last_receipt_at: receipt } = line;
  const text = joined(
    ', ',
    `${line.gym_id} to ${line.head_office}`,
    `${state} since ${clockText(line.since)}`,
    `${pending} waiting`,
    held > 0 && `${held} held back`,
    receipt === null ? 'no receipt yet' : `last receipt ${clockText(receipt)}`,
    line.clock_unsure && `clock ${age(Math.abs(skew ?? 0))} off: check that it is right`,
  );
  return joined('; ', text, detail);
}

function configurationPart({ configuration }: Status): Part {
  const { origin, loaded_at: at, needs_restart: waiting = [], faults } = configuration;
  const { fault_count: count } = configuration;
  const list = faults.map((fault) => `\n${fault}`).join('');
  const text = joined(
    '; ',
    `${origin === 'demo' ? 'the demo' : 'from the file'}, loaded ${clockText(at)}`,
    waiting.length > 0 && `changes to ${waiting.join(', ')} need a restart`,
    count > 0 && `the newest file has ${counted(count, 'fault')}:${list}`,
  );
  return ['Configuration', text, count > 0];
}

/** Local time of the reader; the date too where it is another day. */
function clockText(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toTimeString().slice(0, 8)
    : `${date.toDateString().slice(0, 10)} ${date.toTimeString().slice(0, 5)}`;
}
