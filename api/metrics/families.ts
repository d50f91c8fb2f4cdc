/**
 * The figures of `GET /metrics` for collectors. Nothing is told by the id of a camera, feed or gym: no key is asked for. What
 * is unknown has no sample.
 */

import { CAMERA_STATES } from '../../engine/cameras/state.ts';
import { LINE_STATES } from '../../service/line/line.ts';
import { type EngineStatus, GYM_STATES } from '../../service/status.ts';
import type { SignInFigures } from '../../store/access/sign-ins.ts';
import { publicName } from '../routes/status.ts';
import type { EndpointTraffic, Family, Labels, ProcessFigures, Sample } from './exposition.ts';

export interface Figures {
  readonly endpoints: readonly EndpointTraffic[];
  readonly status: EngineStatus;
  readonly process: ProcessFigures;
  /** `behind`: streams whose client does not take what was written; `skipped`: events that were not written for that. */
  readonly live: { readonly streams: number; readonly behind: number; readonly skipped: number };
  readonly signIns: SignInFigures;
  readonly logLinesDropped: number;
  /** Now, for ages. */
  readonly nowUtcMs: number;
}

/** Kind and help of each family, by its name behind `turnout_`, in the order in which they are told. */
const FAMILIES = {
  http_requests: ['counter', 'Answers by method, route and status.'],
  http_request_duration_seconds: [
    'histogram',
    'Time from the head of a request to its answer, sending left out.',
  ],
  cameras: ['gauge', 'Cameras by state.'],
  camera_keyframes: ['counter', 'Keyframes of the cameras that are configured.'],
  camera_reconnects: ['counter', 'Connections lost.'],
  camera_received_bytes: ['counter', 'Bytes from the cameras that are configured.'],
  camera_sample_age_seconds: [
    'gauge',
    'Age of the last sample of the cameras in a state: the newest and the oldest of them.',
  ],
  backup_age_seconds: ['gauge', 'Age of the newest backup.'],
  backup_failures: ['counter', 'Backups that could not be written.'],
  workers: ['gauge', 'Worker threads that count.'],
  samples: ['counter', 'Samples that were counted, or lost to a fault.'],
  samples_skipped: ['counter', 'Due samples that were skipped: no worker, no keyframe.'],
  keyframes_dropped: ['counter', 'Keyframes too old to count, or replaced by a newer one.'],
  sample_latency_seconds: ['summary', 'From frame to readable count, over the last 512 samples.'],
  detector_failures: ['counter', 'Frames that a detector failed on.'],
  storage_bytes: ['gauge', 'Size of the history.'],
  storage_samples: ['gauge', 'Samples in the history.'],
  storage_ok: ['gauge', 'Whether the history can be written.'],
  configuration_faults: ['gauge', 'Faults of the newest configuration.'],
  start_time_seconds: ['gauge', 'Start of the program, since 1970.'],
  feeds: ['gauge', 'Feeds of the schedule by state.'],
  feed_ok: ['gauge', 'Whether every feed of the schedule can be read.'],
  lines: ['gauge', 'Lines to head offices by state.'],
  outbox_pending: ['gauge', 'Changes that wait to be sent to the head office.'],
  outbox_held: ['gauge', 'Changes that are held back because they break their shape.'],
  line_clock_skew_seconds: ['gauge', 'Largest difference from the clock of a head office.'],
  hq_database_up: ['gauge', 'Whether the database answered when it was last asked.'],
  hq_gyms: ['gauge', 'Gyms of the chain by what their boxes do; silent is for 15 minutes.'],
  hq_oldest_receipt_seconds: [
    'gauge',
    'Time since the receipt of the box that has been silent for longest.',
  ],
  hq_newest_receipt_seconds: ['gauge', 'Time since the newest batch of any box.'],
  hq_database_connections: ['gauge', 'Connections of this node, and who waits for one.'],
  hq_database_waits: ['counter', 'Statements that waited for a connection.'],
  hq_batches: ['counter', 'Batches of boxes that were applied.'],
  hq_changes: ['counter', 'Changes that were applied.'],
  hq_views: ['gauge', 'Gyms in memory.'],
  hq_view_bytes: ['gauge', 'About how large the gyms in memory are.'],
  hq_view_requests: ['counter', 'How often a gym was in memory, or had to be read.'],
  process_memory_bytes: [
    'gauge',
    'Memory of the process; heap and external are of the main thread.',
  ],
  process_open_descriptors: ['gauge', 'Open files, sockets and pipes.'],
  event_loop_delay_seconds: [
    'summary',
    'Delay of the thread that answers, over at least a minute, until it is read.',
  ],
  log_lines_dropped: ['counter', 'Log lines dropped because they were not read in time.'],
  live_streams: ['gauge', 'Open streams of /v1/live.'],
  live_behind: ['gauge', 'Open streams whose client does not read.'],
  live_skipped: ['counter', 'Events skipped because a client did not read.'],
  signed_in: ['gauge', 'Browsers that are signed in.'],
  sign_in_tries: ['counter', 'Tries to sign in with a browser, by result.'],
} as const satisfies Readonly<Record<string, readonly [type: Family['type'], help: string]>>;

/** Samples by the name of their family. */
type Samples = { readonly [Name in keyof typeof FAMILIES]?: readonly Sample[] };

/** A family is told where there is what it is about; it may have no samples. */
export function familiesOf(figures: Figures): readonly Family[] {
  const { status, nowUtcMs } = figures;
  const byName: Samples = {
    ...httpSamples(figures.endpoints),
    ...engineSamples(status, nowUtcMs),
    ...(status.lines.length > 0 && lineSamples(status)),
    ...(status.office && officeSamples(status.office, nowUtcMs)),
    ...processSamples(figures),
  };
  return (Object.keys(FAMILIES) as (keyof typeof FAMILIES)[]).flatMap((name) => {
    const samples = byName[name];
    const [type, help] = FAMILIES[name];
    return samples === undefined ? [] : [{ name: `turnout_${name}`, type, help, samples }];
  });
}

/** One sample, and none of what is unknown. */
const one = (value: number | null, labels: Labels = {}): Sample[] =>
  value === null ? [] : [{ value, labels }];

/** A sample for each value of a label. */
const each = (label: string, values: Readonly<Record<string, number | null>>): Sample[] =>
  Object.entries(values).flatMap(([name, value]) => one(value, { [label]: name }));

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, part) => total + part, 0);
const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);

/** How many of each state, the label of which is `state`. */
const byState = (states: readonly string[], all: readonly { readonly state: string }[]) =>
  states.flatMap((state) => one(all.filter((has) => has.state === state).length, { state }));

/** Those of a summary, from ms. */
const quantiles = (ms: { readonly p50: number; readonly p99: number } | null) =>
  each('quantile', { 0.5: seconds(ms?.p50 ?? null), 0.99: seconds(ms?.p99 ?? null) });

function engineSamples(status: EngineStatus, nowUtcMs: number): Samples {
  const { cameras, backup, pipeline, storage, configuration, schedule } = status;
  const failing = schedule.feeds.filter(({ fault }) => fault !== null).length;
  const newestUtcMs = backup?.newestUtcMs ?? null;
  return {
    cameras: byState(CAMERA_STATES, cameras),
    camera_keyframes: one(sum(cameras.map(({ keyframes }) => keyframes))),
    camera_reconnects: one(sum(cameras.map(({ reconnects }) => reconnects))),
    camera_received_bytes: one(sum(cameras.map(({ bytes }) => bytes))),
    camera_sample_age_seconds: sampleAges(status, nowUtcMs),
    // None where the configuration asks for no backups; no age before the first.
    ...(backup !== null && {
      backup_age_seconds: one(newestUtcMs === null ? null : (nowUtcMs - newestUtcMs) / 1_000),
      backup_failures: one(backup.failures),
    }),
    workers: one(pipeline.workers),
    samples: each('outcome', { counted: pipeline.samples, failed: pipeline.failed }),
    samples_skipped: each('reason', { shed: pipeline.shed, starved: pipeline.starved }),
    keyframes_dropped: each('reason', { stale: pipeline.stale, replaced: pipeline.replaced }),
    sample_latency_seconds: quantiles(pipeline.latencyMs),
    detector_failures: failuresByName(status.detectors),
    storage_bytes: one(storage.sizeBytes),
    storage_samples: one(storage.samplesStored),
    storage_ok: one(Number(storage.state === 'ok')),
    configuration_faults: one(configuration.faults.length),
    start_time_seconds: one(seconds(status.startedAtUtcMs)),
    feeds: each('state', { ok: schedule.feeds.length - failing, failing }),
    feed_ok: one(Number(failing === 0)),
  };
}

function lineSamples({ lines }: EngineStatus): Samples {
  const skews = lines.flatMap(({ skewMs }) => (skewMs === null ? [] : [Math.abs(skewMs)]));
  return {
    lines: byState(LINE_STATES, lines),
    outbox_pending: one(sum(lines.map(({ pending }) => pending))),
    outbox_held: one(sum(lines.map(({ held }) => held))),
    line_clock_skew_seconds: one(skews.length === 0 ? null : Math.max(...skews) / 1_000),
  };
}

/** Of each state that has samples: the camera with the newest and the one with the oldest. */
function sampleAges({ cameras, cameraPlaces }: EngineStatus, nowUtcMs: number): Sample[] {
  return CAMERA_STATES.flatMap((state) => {
    const ages = cameras
      .filter((camera) => camera.state === state)
      .map(({ id }) => ageOf(cameraPlaces.get(id)?.lastSampleUtcMs ?? null, nowUtcMs))
      .filter((age) => age !== null);
    if (ages.length === 0) return [];
    const [newest, oldest] = [Math.min(...ages), Math.max(...ages)];
    return [
      ...one(newest, { state, camera: 'newest' }),
      ...one(oldest, { state, camera: 'oldest' }),
    ];
  });
}

/** Null for an instant that is not known. */
const ageOf = (atUtcMs: number | null, nowUtcMs: number): number | null =>
  atUtcMs === null ? null : Math.max(0, nowUtcMs - atUtcMs) / 1_000;

/** Those that must not be named are counted together, under no name. */
function failuresByName(detectors: EngineStatus['detectors']): Sample[] {
  const failures: Record<string, number> = {};
  for (const detector of detectors) {
    const name = publicName(detector) ?? '';
    failures[name] = (failures[name] ?? 0) + detector.failures;
  }
  return each('detector', failures);
}

/** A head office's condition. */
function officeSamples(office: NonNullable<EngineStatus['office']>, nowUtcMs: number): Samples {
  const { chain, isDatabaseUp, sync, views } = office;
  const { busy, idle, waiting, waits } = office.connections;
  return {
    hq_database_up: one(Number(isDatabaseUp)),
    hq_gyms: GYM_STATES.flatMap((state) => one(chain?.gyms[state] ?? null, { state })),
    hq_oldest_receipt_seconds: one(ageOf(chain?.oldestReceiptUtcMs ?? null, nowUtcMs)),
    hq_newest_receipt_seconds: one(ageOf(chain?.newestReceiptUtcMs ?? null, nowUtcMs)),
    hq_database_connections: each('state', { busy, idle, waiting }),
    hq_database_waits: one(waits),
    hq_batches: one(sync.batches),
    hq_changes: one(sync.changes),
    hq_views: one(views.gyms),
    hq_view_bytes: one(views.bytes),
    hq_view_requests: each('result', { hit: views.hits, read: views.reads }),
  };
}

function processSamples({ process, logLinesDropped, live, signIns }: Figures): Samples {
  return {
    process_memory_bytes: each('kind', process.memory_bytes),
    process_open_descriptors: one(process.open_descriptors),
    event_loop_delay_seconds: quantiles(process.event_loop_delay_ms),
    log_lines_dropped: one(logLinesDropped),
    live_streams: one(live.streams),
    live_behind: one(live.behind),
    live_skipped: one(live.skipped),
    signed_in: one(signIns.signedIn),
    sign_in_tries: each('result', { signed_in: signIns.begun, refused: signIns.refused }),
  };
}

/** Limits of the exposed histogram as doublings of 1 µs: 64 µs, 256 µs … 4.2 s. Each is a limit of the inner buckets. */
const LIMITS = [6, 8, 10, 12, 14, 16, 18, 20, 22] as const;

function httpSamples(endpoints: Figures['endpoints']): Samples {
  return {
    http_requests: endpoints.flatMap(({ method, path, byStatus }) =>
      [...byStatus].flatMap(([status, count]) =>
        one(count, { method, path, status: String(status) }),
      ),
    ),
    http_request_duration_seconds: endpoints.flatMap(({ method, path, latency }) => {
      const labels = { method, path };
      const bucket = (le: string, value: number) =>
        ({ suffix: '_bucket', labels: { ...labels, le }, value }) as const;
      return [
        ...LIMITS.map((doublings) =>
          bucket(String(2 ** doublings / 1e6), latency.countWithin(doublings)),
        ),
        bucket('+Inf', latency.count),
        { suffix: '_sum', labels, value: latency.sumMs / 1_000 },
        { suffix: '_count', labels, value: latency.count },
      ] as const;
    }),
  };
}
