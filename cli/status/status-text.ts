/** The status of a server as a person reads it. */

import type { Status } from '../../api/schemas/status.ts';
import { BETTER_MODEL_COMMAND, weaknessText } from '../../engine/counting/weakness.ts';
import type { CountNow, UnknownReason } from './current-count.ts';
import type { CameraCounts } from './recent-counts.ts';

type Camera = Status['cameras']['list'][number];

/** What the command tells programs. */
export interface StatusAnswer {
  readonly url: string;
  readonly status: Status;
  /** By camera id, from the data folder of this computer; null where the server was named by its address. */
  readonly counts: Readonly<Record<string, CameraCounts & { readonly now: CountNow }>> | null;
  /** Why there are no counts. */
  readonly counts_fault: string | null;
}

/** One block for each part, the cameras first. */
export function statusText(answer: StatusAnswer): string {
  const { url, status } = answer;
  return [
    `Turnout ${status.version} at ${url}, up for ${durationText(status.uptime_s)}`,
    '',
    ...cameraLines(answer),
    '',
    pipelineLine(status),
    `HTTP server:   ${status.http.backing}`,
    ...status.detectors.map((detector) => detectorLine(detector, status.configuration.origin)),
    storageLine(status),
    ...clockLines(status),
    ...descriptorLines(status),
    ...feedLines(status),
    ...status.lines.map(headOfficeLine),
    ...configurationLines(status),
    ...(answer.counts_fault === null ? [] : [`Counts:        ${answer.counts_fault}`]),
  ].join('\n');
}

function cameraLines({ status, counts }: StatusAnswer): string[] {
  const { list, total, by_state: byState } = status.cameras;
  if (total === 0) {
    return ['No cameras are configured; add one with: turnout camera add'];
  }
  if (list.length === 0) {
    const states = Object.entries(byState).map(([state, cameras]) => `${cameras} ${state}`);
    return [`Cameras:       ${total}, ${states.join(', ')}`];
  }
  const width = Math.max(...list.map(({ id }) => id.length), 6);
  const people = list.map(({ id }) => countText(counts?.[id]?.now));
  const countWidth = Math.max(...people.map((text) => text.length));
  return list.flatMap((camera, at) => {
    const now = counts === null ? '' : `${people[at]?.padEnd(countWidth)}  `;
    const reasons = camera.reasons.length === 0 ? '' : ` (${camera.reasons.join(', ')})`;
    const head = `${camera.id.padEnd(width)}  ${now}${camera.state}${reasons} since ${clockText(camera.since)}`;
    const detail = camera.detail === null ? [] : [`${' '.repeat(width)}  ${camera.detail}`];
    return [`${head}${streamText(camera)}`, ...detail];
  });
}

/** Why there is no count, for a person. */
const UNKNOWN: Readonly<Record<UnknownReason, string>> = {
  not_streaming: 'unknown',
  no_sample: 'unknown (no sample yet)',
  stale: 'unknown (last sample too old)',
  warming_up: 'warming up',
  black: 'unknown (black picture)',
  frozen: 'unknown (frozen picture)',
  not_counted: 'unknown',
};

function countText(now: CountNow | undefined): string {
  if (now === undefined) return UNKNOWN.no_sample;
  if (now.count === null) return UNKNOWN[now.reason ?? 'not_counted'];
  return now.count === 1 ? '1 person' : `${now.count} people`;
}

function streamText({ codec, width, height, fps }: Camera): string {
  const size = width === null || height === null ? null : `${width}×${height}`;
  const rate = fps === null ? null : `${Math.round(fps * 10) / 10} fps`;
  const known = [codec, size, rate].filter((part) => part !== null);
  return known.length === 0 ? '' : `, ${known.join(' ')}`;
}

function pipelineLine({ pipeline }: Status): string {
  const { latency_ms: latency } = pipeline;
  const delay =
    latency === null ? '' : `, ${Math.round(latency.p50)} ms each (p99 ${Math.round(latency.p99)})`;
  const lost = pipeline.failed + pipeline.shed;
  const workers = `${pipeline.workers} ${pipeline.workers === 1 ? 'worker' : 'workers'}`;
  return `Pipeline:      ${workers}, ${pipeline.samples_per_second} samples/s${delay}, ${lost} lost`;
}

function detectorLine(
  detector: Status['detectors'][number],
  origin: Status['configuration']['origin'],
): string {
  const weak = detector.weak ? `, a weak one${weakness(detector.name, origin)}` : '';
  const { input } = detector;
  const at = input === null ? '' : ` at ${input.width}x${input.height}`;
  const on = detector.provider === null ? '' : ` on ${detector.provider}`;
  const model = detector.model === null ? '' : `, model ${detector.model}${at}${on}`;
  const state = detector.version === '' ? ', cannot be used' : ', paused after repeated faults';
  const trouble = detector.quarantined ? state : '';
  const failure = detector.last_failure;
  const last = failure === null ? '' : `; last fault: ${failure.detail ?? failure.code}`;
  const name = `${detector.name ?? 'one that could not be loaded'} ${detector.version}`.trimEnd();
  return `Detector:      ${name}${model}${weak}${trouble}${last}`;
}

/** Nothing of one whose name is not shown. */
function weakness(name: string | null, origin: Status['configuration']['origin']): string {
  // The drawn people of the demo are counted by it whatever is installed.
  if (origin === 'demo') {
    return `, for the drawn people of the demo; for real cameras: ${BETTER_MODEL_COMMAND}`;
  }
  return name === null ? '' : `: ${weaknessText(name)}`;
}

function storageLine({ storage }: Status): string {
  const size = `${(storage.size_bytes / 1e6).toFixed(1)} MB`;
  const detail = storage.detail === null ? '' : `; ${storage.detail}`;
  return `Storage:       ${storage.state}, ${storage.samples_stored} samples, ${size}${detail}`;
}

function feedLines({ schedule: { total, failing, feeds } }: Status): string[] {
  if (feeds.length > 0 || total === 0) return feeds.map(feedLine);
  return [`Feeds:         ${total}, ${failing} cannot be read`];
}

function clockLines({ clock: { last_step_at: at, last_step_s: seconds } }: Status): string[] {
  if (at === null || seconds === null) return [];
  const way = seconds < 0 ? 'back' : 'forward';
  return [
    `Clock:         went ${durationText(Math.abs(seconds))} ${way} at ${clockText(at)}: see that it is right`,
  ];
}

function descriptorLines({ descriptors: { since } }: Status): string[] {
  if (since === null) return [];
  return [`Descriptors:   none free since ${clockText(since)}: no connection is taken`];
}

function feedLine(feed: Status['schedule']['feeds'][number]): string {
  const { last_success_at: lastSuccess, classes, faults, fault } = feed;
  const read =
    lastSuccess === null
      ? 'not read yet'
      : `${classes} ${classes === 1 ? 'class' : 'classes'}, read ${clockText(lastSuccess)}`;
  const notUnderstood = faults === 0 ? '' : `, ${faults} not understood`;
  const trouble = fault === null ? '' : `; ${fault.detail}`;
  return `Feed:          ${feed.gym_id}/${feed.source_id}, ${read}${notUnderstood}${trouble}`;
}

function headOfficeLine(line: Status['lines'][number]): string {
  const { state, detail, pending, held, clock_skew_s: skew } = line;
  const parts = [
    `${state} since ${clockText(line.since)}`,
    `${pending} waiting`,
    ...(held > 0 ? [`${held} held back`] : []),
    line.last_receipt_at === null
      ? 'no receipt yet'
      : `last receipt ${clockText(line.last_receipt_at)}`,
    ...(line.clock_unsure
      ? [`clock ${durationText(Math.abs(skew ?? 0))} off: see that it is right`]
      : []),
  ];
  const why = detail === null ? '' : `; ${detail}`;
  return `Line:          ${line.gym_id} to ${line.head_office}, ${parts.join(', ')}${why}`;
}

/** How much later than the start of the server a configuration must be taken to count as a change. Chosen here. */
const LATER_MS = 10_000;

/** Of a file that changed while the server runs: what holds from the next start only. */
function waiting({ configuration, started_at: startedAt }: Status): string {
  if (Date.parse(configuration.loaded_at) - Date.parse(startedAt) < LATER_MS) return '';
  return '; changes to server, access, limits, log or workers wait for a restart';
}

function configurationLines(status: Status): string[] {
  const { configuration } = status;
  const origin = configuration.origin === 'demo' ? 'the demo' : 'from the file';
  const line = `Configuration: ${origin}, taken ${clockText(configuration.loaded_at)}${waiting(status)}`;
  const { fault_count: count } = configuration;
  if (count === 0) return [line];
  const faults = configuration.faults.map((fault) => `  ${fault}`);
  const has = `the newest file has ${count} ${count === 1 ? 'fault' : 'faults'}`;
  return [`${line}; ${has}${faults.length === 0 ? '' : ':'}`, ...faults];
}

/** Local time of the reader; the date too where it is another day. */
function clockText(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toTimeString().slice(0, 8)
    : `${date.toDateString()} ${date.toTimeString().slice(0, 8)}`;
}

function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) {
    return `${days} d ${hours % 24} h`;
  }
  return hours > 0
    ? `${hours} h ${minutes % 60} min`
    : `${minutes} min ${Math.floor(seconds % 60)} s`;
}
