/**
 * The figures of `GET /metrics` for collectors, one row each. Nothing is told by the id of a camera, feed or gym: no key is
 * asked for. What is unknown has no sample.
 */

import { LINE_STATES } from '../../service/line/line.ts';
import { GYM_STATES, type OfficeStatus } from '../../service/office-status.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { SignInFigures } from '../../store/access/sign-ins.ts';
import { publicName } from '../routes/status.ts';
import { CAMERA_STATES } from '../schemas/status.ts';
import type { EndpointTraffic, Family, Labels, ProcessFigures, Sample } from './exposition.ts';

export interface LiveFigures {
  readonly streams: number;
  /** Streams whose client does not take what was written. */
  readonly behind: number;
  /** Events that were not written for that, since the start. */
  readonly skipped: number;
}

export interface Figures {
  readonly endpoints: readonly EndpointTraffic[];
  readonly status: EngineStatus;
  readonly process: ProcessFigures;
  readonly live: LiveFigures;
  readonly signIns: SignInFigures;
  readonly logLinesDropped: number;
  /** Now, for ages. */
  readonly nowUtcMs: number;
}

export function familiesOf(figures: Figures): readonly Family[] {
  const { endpoints, status, nowUtcMs } = figures;
  return [
    ...httpFamilies(endpoints),
    ...cameraFamilies(status, nowUtcMs),
    ...backupFamilies(status, nowUtcMs),
    ...engineFamilies(status),
    ...lineFamilies(status),
    ...(status.office === undefined ? [] : officeFamilies(status.office, nowUtcMs)),
    ...processFamilies(figures),
  ];
}

/** One with its labels, where it has any; unknown is left out. */
type Value = number | null | readonly [value: number | null, labels: Labels];

const rowOf =
  (type: Family['type']) =>
  (name: string, help: string, ...values: Value[]): Family => {
    const samples = values.flatMap((one): Sample[] => {
      const [value, labels = {}] = typeof one === 'object' && one !== null ? one : [one];
      return value === null ? [] : [{ value, labels }];
    });
    return { name: `turnout_${name}`, type, help, samples };
  };
const [gauge, counter, summary] = [rowOf('gauge'), rowOf('counter'), rowOf('summary')];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);
/** Null for an instant that is not known. */
const ageOf = (atUtcMs: number | null, nowUtcMs: number): number | null =>
  atUtcMs === null ? null : Math.max(0, nowUtcMs - atUtcMs) / 1_000;

/** How many of each state, the label of which is `state`. */
function byState<State extends string>(
  states: readonly State[],
  all: readonly { readonly state: string }[],
): Value[] {
  return states.map((state) => [all.filter((one) => one.state === state).length, { state }]);
}

/** Those of a summary, from ms. */
const quantiles = (ms: { readonly p50: number; readonly p99: number } | null): Value[] => [
  [seconds(ms?.p50 ?? null), { quantile: '0.5' }],
  [seconds(ms?.p99 ?? null), { quantile: '0.99' }],
];

function cameraFamilies(status: EngineStatus, nowUtcMs: number): Family[] {
  const { cameras } = status;
  return [
    gauge('cameras', 'Cameras by state.', ...byState(CAMERA_STATES, cameras)),
    counter(
      'camera_keyframes',
      'Keyframes of the cameras that are configured.',
      sum(cameras.map(({ keyframes }) => keyframes)),
    ),
    counter(
      'camera_reconnects',
      'Connections lost.',
      sum(cameras.map(({ reconnects }) => reconnects)),
    ),
    counter(
      'camera_received_bytes',
      'Bytes from the cameras that are configured.',
      sum(cameras.map(({ bytes }) => bytes)),
    ),
    gauge(
      'camera_sample_age_seconds',
      'Age of the last sample of the cameras in a state: the newest and the oldest of them.',
      ...sampleAges(status, nowUtcMs),
    ),
  ];
}

/** None where the configuration asks for no backups; no age before the first. */
function backupFamilies({ backup }: EngineStatus, nowUtcMs: number): Family[] {
  if (backup === null) return [];
  const { newestUtcMs } = backup;
  const age = newestUtcMs === null ? null : (nowUtcMs - newestUtcMs) / 1_000;
  return [
    gauge('backup_age_seconds', 'Age of the newest backup.', age),
    counter('backup_failures', 'Backups that could not be written.', backup.failures),
  ];
}

function engineFamilies(status: EngineStatus): Family[] {
  const { pipeline, storage, configuration } = status;
  const { feeds } = status.schedule;
  const failing = feeds.filter(({ fault }) => fault !== null).length;
  return [
    gauge('workers', 'Worker threads that count.', pipeline.workers),
    counter(
      'samples',
      'Samples that were counted, or lost to a fault.',
      [pipeline.samples, { outcome: 'counted' }],
      [pipeline.failed, { outcome: 'failed' }],
    ),
    counter(
      'samples_skipped',
      'Due samples that were skipped: no worker, no keyframe.',
      [pipeline.shed, { reason: 'shed' }],
      [pipeline.starved, { reason: 'starved' }],
    ),
    counter(
      'keyframes_dropped',
      'Keyframes too old to count, or replaced by a newer one.',
      [pipeline.stale, { reason: 'stale' }],
      [pipeline.replaced, { reason: 'replaced' }],
    ),
    summary(
      'sample_latency_seconds',
      'From frame to readable count, over the last 512 samples.',
      ...quantiles(pipeline.latencyMs),
    ),
    counter(
      'detector_failures',
      'Frames that a detector failed on.',
      ...failuresByName(status.detectors),
    ),
    gauge('storage_bytes', 'Size of the history.', storage.sizeBytes),
    gauge('storage_samples', 'Samples in the history.', storage.samplesStored),
    gauge('storage_ok', 'Whether the history can be written.', Number(storage.state === 'ok')),
    gauge(
      'configuration_faults',
      'Faults of the newest configuration.',
      configuration.faults.length,
    ),
    gauge(
      'start_time_seconds',
      'Start of the program, since 1970.',
      seconds(status.startedAtUtcMs),
    ),
    gauge(
      'feeds',
      'Feeds of the schedule by state.',
      [feeds.length - failing, { state: 'ok' }],
      [failing, { state: 'failing' }],
    ),
    gauge('feed_ok', 'Whether every feed of the schedule can be read.', Number(failing === 0)),
  ];
}

/** None where no gym has joined a head office. */
function lineFamilies({ lines }: EngineStatus): Family[] {
  if (lines.length === 0) return [];
  const skews = lines.flatMap(({ skewMs }) => (skewMs === null ? [] : [Math.abs(skewMs)]));
  return [
    gauge('lines', 'Lines to head offices by state.', ...byState(LINE_STATES, lines)),
    gauge(
      'outbox_pending',
      'Changes that wait to be sent to the head office.',
      sum(lines.map(({ pending }) => pending)),
    ),
    gauge(
      'outbox_held',
      'Changes that are held back because they break their shape.',
      sum(lines.map(({ held }) => held)),
    ),
    gauge(
      'line_clock_skew_seconds',
      'Largest difference from the clock of a head office.',
      skews.length === 0 ? null : Math.max(...skews) / 1_000,
    ),
  ];
}

/** Of each state that has samples: the camera with the newest and the one with the oldest. */
function sampleAges({ cameras, cameraPlaces }: EngineStatus, nowUtcMs: number): Value[] {
  return CAMERA_STATES.flatMap((state): Value[] => {
    const ages = cameras
      .filter((camera) => camera.state === state)
      .map(({ id }) => ageOf(cameraPlaces.get(id)?.lastSampleUtcMs ?? null, nowUtcMs))
      .filter((age) => age !== null);
    if (ages.length === 0) return [];
    return [
      [Math.min(...ages), { state, camera: 'newest' }],
      [Math.max(...ages), { state, camera: 'oldest' }],
    ];
  });
}

/** Those that must not be named are counted together, under no name. */
function failuresByName(detectors: EngineStatus['detectors']): Value[] {
  const failures = new Map<string, number>();
  for (const detector of detectors) {
    const name = publicName(detector) ?? '';
    failures.set(name, (failures.get(name) ?? 0) + detector.failures);
  }
  return [...failures].map(([detector, count]): Value => [count, { detector }]);
}

/** A head office's condition. */
function officeFamilies(office: OfficeStatus, nowUtcMs: number): Family[] {
  const { chain, connections, isDatabaseUp, sync, views } = office;
  return [
    gauge(
      'hq_database_up',
      'Whether the database answered when it was last asked.',
      Number(isDatabaseUp),
    ),
    gauge(
      'hq_gyms',
      'Gyms of the chain by what their boxes do; silent is for 15 minutes.',
      ...GYM_STATES.map((state): Value => [chain?.gyms[state] ?? null, { state }]),
    ),
    gauge(
      'hq_oldest_receipt_seconds',
      'Time since the receipt of the box that has been silent for longest.',
      ageOf(chain?.oldestReceiptUtcMs ?? null, nowUtcMs),
    ),
    gauge(
      'hq_newest_receipt_seconds',
      'Time since the newest batch of any box.',
      ageOf(chain?.newestReceiptUtcMs ?? null, nowUtcMs),
    ),
    gauge(
      'hq_database_connections',
      'Connections of this node, and who waits for one.',
      [connections.busy, { state: 'busy' }],
      [connections.idle, { state: 'idle' }],
      [connections.waiting, { state: 'waiting' }],
    ),
    counter('hq_database_waits', 'Statements that waited for a connection.', connections.waits),
    counter('hq_batches', 'Batches of boxes that were applied.', sync.batches),
    counter('hq_changes', 'Changes that were applied.', sync.changes),
    gauge('hq_views', 'Gyms in memory.', views.gyms),
    gauge('hq_view_bytes', 'About how large the gyms in memory are.', views.bytes),
    counter(
      'hq_view_requests',
      'How often a gym was in memory, or had to be read.',
      [views.hits, { result: 'hit' }],
      [views.reads, { result: 'read' }],
    ),
  ];
}

function processFamilies({ process, logLinesDropped, live, signIns }: Figures): Family[] {
  const { memoryBytes, openDescriptors, eventLoopDelayMs } = process;
  return [
    gauge(
      'process_memory_bytes',
      'Memory of the process; heap and external are of the main thread.',
      [memoryBytes.rss, { kind: 'rss' }],
      [memoryBytes.heapUsed, { kind: 'heap_used' }],
      [memoryBytes.heapTotal, { kind: 'heap_total' }],
      [memoryBytes.external, { kind: 'external' }],
    ),
    gauge('process_open_descriptors', 'Open files, sockets and pipes.', openDescriptors),
    summary(
      'event_loop_delay_seconds',
      'Delay of the thread that answers, over at least a minute, until it is read.',
      ...quantiles(eventLoopDelayMs),
    ),
    counter(
      'log_lines_dropped',
      'Log lines dropped because they were not read in time.',
      logLinesDropped,
    ),
    gauge('live_streams', 'Open streams of /v1/live.', live.streams),
    gauge('live_behind', 'Open streams whose client does not read.', live.behind),
    counter('live_skipped', 'Events skipped because a client did not read.', live.skipped),
    gauge('signed_in', 'Browsers that are signed in.', signIns.signedIn),
    counter(
      'sign_in_tries',
      'Tries to sign in with a browser, by result.',
      [signIns.begun, { result: 'signed_in' }],
      [signIns.refused, { result: 'refused' }],
    ),
  ];
}

/** Limits of the exposed histogram as doublings of 1 µs: 64 µs, 256 µs … 4.2 s. Each is a limit of the inner buckets. */
const LIMITS = [6, 8, 10, 12, 14, 16, 18, 20, 22] as const;

function httpFamilies(endpoints: readonly EndpointTraffic[]): Family[] {
  const answers = endpoints.flatMap(({ method, path, byStatus }) =>
    [...byStatus].map(
      ([status, count]): Value => [count, { method, path, status: String(status) }],
    ),
  );
  return [
    counter('http_requests', 'Answers by method, route and status.', ...answers),
    {
      name: 'turnout_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time from the head of a request to its answer, sending left out.',
      samples: endpoints.flatMap(histogramOf),
    },
  ];
}

function histogramOf({ method, path, latency }: EndpointTraffic): Family['samples'] {
  const labels = { method, path };
  return [
    ...LIMITS.map((doublings) => ({
      suffix: '_bucket' as const,
      labels: { ...labels, le: String(2 ** doublings / 1e6) },
      value: latency.countWithin(doublings),
    })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: latency.count },
    { suffix: '_sum', labels, value: latency.sumMs / 1_000 },
    { suffix: '_count', labels, value: latency.count },
  ];
}
