/** The status of a server as a person reads it. */

import { HALF_RATE } from '../../api/http/backing.ts';
import type { Status } from '../../api/schemas/status.ts';
import { isCameraFine } from '../../engine/cameras/state.ts';
import { BETTER_MODEL_COMMAND, weaknessText } from '../../engine/counting/configured-detectors.ts';
import { classes, counted } from '../../web/words/format.ts';
import { CAMERA_STATES } from '../../web/words/reasons.ts';
import { lines } from '../command.ts';
import { type Column, type Layout, type Style, table, UNBOUND } from '../terminal/table.ts';
import type { CountNow, Counts, UnknownReason } from './recent-counts.ts';

type Camera = Status['cameras']['list'][number];

/** What the command tells programs. */
export interface StatusAnswer {
  readonly url: string;
  readonly status: Status;
  /** By camera id, from the data folder of this computer; null where the server was named by its address. */
  readonly counts: Counts | null;
  /** Why there are no counts. */
  readonly counts_fault: string | null;
}

/** The cameras, then each part by its name. */
export function statusText(answer: StatusAnswer, layout: Layout = UNBOUND): string {
  const { url, status, counts_fault: countsFault } = answer;
  const { origin } = status.configuration;
  const parts: readonly Part[] = [
    ['Pipeline', pipelineText(status)],
    ['HTTP server', serverText(status.http.backing)],
    ...status.detectors.map(
      (one): Part => ['Detector', detectorText(one, origin), one.quarantined],
    ),
    storagePart(status),
    ...clockParts(status),
    ...descriptorParts(status),
    ...feedParts(status),
    ...mqttParts(status),
    ...status.lines.map((line): Part => ['Head office', headOfficeText(line)]),
    configurationPart(status),
    ...(countsFault === null ? [] : [['Counts', countsFault, true] as const]),
  ];
  return lines(
    `Turnout ${status.version} at ${url}, up for ${durationText(status.uptime_s)}`,
    '',
    cameraLines(answer, layout),
    '',
    table(PART_COLUMNS, parts, layout),
  );
}

/** What is broken is red. */
type Part = readonly [name: string, text: string, isBroken?: boolean];

const PART_COLUMNS: readonly Column<Part>[] = [
  { head: '', cell: ([name]) => name },
  { head: '', cell: ([, text]) => text, style: ([name, , isBroken]) => partStyle(name, isBroken) },
];

function partStyle(name: string, isBroken = false): Style | null {
  if (name === 'Clock') return 'yellow';
  return isBroken ? 'red' : null;
}

function cameraLines({ status, counts }: StatusAnswer, layout: Layout): string[] {
  const { list, total, by_state: byState } = status.cameras;
  if (total === 0) return ['No cameras yet. Add one with: turnout camera add'];
  if (list.length === 0) {
    const states = Object.entries(byState).map(([state, cameras]) => `${cameras} ${state}`);
    return [`${counted(total, 'camera')}: ${states.join(', ')}`];
  }
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

/** Why there is no count, for a person. */
const UNKNOWN: Readonly<Record<UnknownReason, string>> = {
  not_streaming: '–',
  no_sample: 'no count yet',
  stale: 'last count too old',
  warming_up: 'warming up',
  black: 'black picture',
  frozen: 'frozen picture',
  not_counted: '–',
};

function countText(now: CountNow | undefined): string {
  if (now === undefined) return UNKNOWN.no_sample;
  return now.count === null ? UNKNOWN[now.reason ?? 'not_counted'] : String(now.count);
}

function pictureText({ codec, width, height, fps }: Camera): string {
  const size = width === null || height === null ? null : `${width}×${height}`;
  const rate = fps === null ? null : `${Math.round(fps * 10) / 10} fps`;
  return [codec, size, rate].filter((part) => part !== null).join(' ');
}

function pipelineText({ pipeline }: Status): string {
  const { latency_ms: latency, workers, samples_per_second: rate } = pipeline;
  const delay =
    latency === null ? '' : `, ${Math.round(latency.p50)} ms each (p99 ${Math.round(latency.p99)})`;
  const lost = pipeline.failed + pipeline.shed;
  return `${counted(workers, 'worker')}, ${rate} samples/s${delay}, ${lost} lost`;
}

function detectorText(
  detector: Status['detectors'][number],
  origin: Status['configuration']['origin'],
): string {
  const weak = detector.weak ? `, weak${weakness(detector.name, origin)}` : '';
  const { input } = detector;
  const at = input === null ? '' : ` at ${input.width}x${input.height}`;
  const on = detector.provider === null ? '' : ` on ${detector.provider}`;
  const model = detector.model === null ? '' : `, model ${detector.model}${at}${on}`;
  const state = detector.version === '' ? ', cannot be used' : ', paused after repeated faults';
  const trouble = detector.quarantined ? state : '';
  const failure = detector.last_failure;
  const last = failure === null ? '' : `; last fault: ${failure.detail ?? failure.code}`;
  const name = `${detector.name ?? 'one that could not be loaded'} ${detector.version}`.trimEnd();
  return `${name}${model}${weak}${trouble}${last}`;
}

/** Nothing of one whose name is not shown. */
function weakness(name: string | null, origin: Status['configuration']['origin']): string {
  // The drawn people of the demo are counted by it whatever is installed.
  if (origin === 'demo') {
    return ` but enough for the drawn people of the demo; for real cameras: ${BETTER_MODEL_COMMAND}`;
  }
  return name === null ? '' : `: ${weaknessText(name)}`;
}

function storagePart({ storage }: Status): Part {
  const { state, samples_stored: samples, size_bytes: bytes } = storage;
  const detail = storage.detail === null ? '' : `; ${storage.detail}`;
  const text = `${state}, ${counted(samples, 'sample')}, ${(bytes / 1e6).toFixed(1)} MB${detail}`;
  return ['Storage', text, state !== 'ok'];
}

function feedParts({ schedule: { total, failing, feeds } }: Status): Part[] {
  if (feeds.length > 0 || total === 0) return feeds.map(feedPart);
  return [['Feeds', `${total}, ${failing} cannot be read`, failing > 0]];
}

function clockParts({ clock: { last_step_at: at, last_step_s: seconds } }: Status): Part[] {
  if (at === null || seconds === null) return [];
  const way = seconds < 0 ? 'back' : 'forward';
  const step = `went ${durationText(Math.abs(seconds))} ${way} at ${clockText(at)}`;
  return [['Clock', `${step}: check that it is right`]];
}

function descriptorParts({ descriptors: { since } }: Status): Part[] {
  if (since === null) return [];
  return [['Descriptors', `none free since ${clockText(since)}: no connection is taken`, true]];
}

function feedPart(feed: Status['schedule']['feeds'][number]): Part {
  const { last_success_at: lastSuccess, classes: found, faults, fault } = feed;
  const read =
    lastSuccess === null ? 'not read yet' : `${classes(found)}, read ${clockText(lastSuccess)}`;
  const notUnderstood = faults === 0 ? '' : `, ${faults} not understood`;
  const trouble = fault === null ? '' : `; ${fault.detail}`;
  const text = `${feed.gym_id}/${feed.source_id}, ${read}${notUnderstood}${trouble}`;
  return ['Feed', text, fault !== null];
}

function mqttParts({ mqtt }: Status): Part[] {
  const { total = 0, failing = 0, connections = [] } = mqtt ?? {};
  if (total > 0 && connections.length === 0) {
    return [['MQTT', `${counted(total, 'gym')}, ${failing} failing`, failing > 0]];
  }
  return connections.map(({ gym_id: gym, state, since, detail }): Part => {
    const why = detail === null ? '' : `; ${detail}`;
    const text = `${gym}, ${state} since ${clockText(since)}${why}`;
    return ['MQTT', text, state === 'failing'];
  });
}

function headOfficeText(line: Status['lines'][number]): string {
  const { state, detail, pending, held, clock_skew_s: skew, last_receipt_at: receipt } = line;
  const parts = [
    `${state} since ${clockText(line.since)}`,
    `${pending} waiting`,
    held > 0 && `${held} held back`,
    receipt === null ? 'no receipt yet' : `last receipt ${clockText(receipt)}`,
    line.clock_unsure && `clock ${durationText(Math.abs(skew ?? 0))} off: check that it is right`,
  ];
  const why = detail === null ? '' : `; ${detail}`;
  return `${line.gym_id} to ${line.head_office}, ${parts.filter(Boolean).join(', ')}${why}`;
}

/** How much later than the start of the server a configuration must be taken to count as a change. Chosen here. */
const LATER_MS = 10_000;

/** Of a file that changed while the server runs: what holds from the next start only. */
function waiting({ configuration, started_at: startedAt }: Status): string {
  if (Date.parse(configuration.loaded_at) - Date.parse(startedAt) < LATER_MS) return '';
  return '; changes to server, access, limits, log or workers wait for a restart';
}

function configurationPart(status: Status): Part {
  const { origin, loaded_at: at, fault_count: count, faults } = status.configuration;
  const from = origin === 'demo' ? 'the demo' : 'from the file';
  const text = `${from}, loaded ${clockText(at)}${waiting(status)}`;
  if (count === 0) return ['Configuration', text];
  const has = `the newest file has ${counted(count, 'fault')}`;
  const list = faults.map((fault) => `\n${fault}`).join('');
  return ['Configuration', `${text}; ${has}${list === '' ? '' : `:${list}`}`, true];
}

/** Local time of the reader; the date too where it is another day. */
function clockText(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toTimeString().slice(0, 8)
    : `${date.toDateString().slice(0, 10)} ${date.toTimeString().slice(0, 5)}`;
}

function durationText(seconds: number): string {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit));
  if (days) return `${days} d ${(hours ?? 0) % 24} h`;
  return hours
    ? `${hours} h ${(minutes ?? 0) % 60} min`
    : `${minutes} min ${Math.floor(seconds % 60)} s`;
}

function serverText(backing: string): string {
  return backing === 'node:http' ? `${backing}, ${HALF_RATE}` : backing;
}
