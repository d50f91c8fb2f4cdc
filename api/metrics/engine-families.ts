/** The engine's condition as families of samples: cameras, pipeline, detectors, storage, configuration. */

import { LINE_STATES } from '../../service/line/line.ts';
import type { EngineStatus } from '../../service/status.ts';
import { publicName } from '../routes/status-body.ts';
import { CAMERA_STATES } from '../schemas/status.ts';
import type { Family, Labels } from './exposition.ts';

/** @param nowUtcMs Now, for ages. Nothing is told by the id of a camera or feed: no key is asked for. */
export function engineFamilies(status: EngineStatus, nowUtcMs: number): readonly Family[] {
  return [
    ...cameraFamilies(status),
    sampleAges(status, nowUtcMs),
    ...backupFamilies(status, nowUtcMs),
    ...pipelineFamilies(status),
    ...restFamilies(status),
    ...feedFamilies(status),
    ...lineFamilies(status),
  ];
}

type Value = readonly [value: number, labels?: Labels];

function gauge(name: string, help: string, values: readonly Value[]): Family {
  const samples = values.map(([value, labels = {}]) => ({ value, labels }));
  return { name, type: 'gauge', help, samples };
}

function counter(name: string, help: string, values: readonly Value[]): Family {
  const suffix = '_total' as const;
  const samples = values.map(([value, labels = {}]) => ({ suffix, value, labels }));
  return { name, type: 'counter', help, samples };
}

function cameraFamilies({ cameras }: EngineStatus): Family[] {
  const states = CAMERA_STATES.map((state): Value => {
    const inState = cameras.filter((camera) => camera.state === state);
    return [inState.length, { state }];
  });
  const ofAll = (figure: (camera: EngineStatus['cameras'][number]) => number): Value[] => [
    [cameras.reduce((sum, camera) => sum + figure(camera), 0)],
  ];
  return [
    gauge('turnout_cameras', 'Cameras by state.', states),
    counter(
      'turnout_camera_keyframes',
      'Keyframes of the cameras that are configured.',
      ofAll((camera) => camera.keyframes),
    ),
    counter(
      'turnout_camera_reconnects',
      'Connections lost.',
      ofAll((camera) => camera.reconnects),
    ),
    {
      ...counter(
        'turnout_camera_received_bytes',
        'Bytes from the cameras that are configured.',
        ofAll((camera) => camera.bytes),
      ),
      unit: 'bytes',
    },
  ];
}

/** Of each state that has samples: the camera with the newest and the one with the oldest. */
function sampleAges({ cameras, cameraPlaces }: EngineStatus, nowUtcMs: number): Family {
  const samples = CAMERA_STATES.flatMap((state) => {
    const ages = cameras
      .filter((camera) => camera.state === state)
      .map(({ id }) => cameraPlaces.get(id)?.lastSampleUtcMs ?? null)
      .filter((atUtcMs) => atUtcMs !== null)
      .map((atUtcMs) => Math.max(0, nowUtcMs - atUtcMs) / 1_000);
    if (ages.length === 0) return [];
    return [
      { labels: { state, camera: 'newest' }, value: Math.min(...ages) },
      { labels: { state, camera: 'oldest' }, value: Math.max(...ages) },
    ];
  });
  return {
    name: 'turnout_camera_sample_age_seconds',
    type: 'gauge',
    unit: 'seconds',
    help: 'Age of the last sample of the cameras in a state: the newest and the oldest of them.',
    samples,
  };
}

function feedFamilies({ schedule: { feeds } }: EngineStatus): Family[] {
  const failing = feeds.filter(({ fault }) => fault !== null).length;
  return [
    gauge('turnout_feeds', 'Feeds of the schedule by state.', [
      [feeds.length - failing, { state: 'ok' }],
      [failing, { state: 'failing' }],
    ]),
    gauge('turnout_feed_ok', 'Whether every feed of the schedule can be read.', [
      [failing === 0 ? 1 : 0],
    ]),
  ];
}

/** None where no gym has joined a head office. */
function lineFamilies({ lines }: EngineStatus): Family[] {
  if (lines.length === 0) return [];
  const sum = (figure: (line: EngineStatus['lines'][number]) => number): Value[] => [
    [lines.reduce((total, line) => total + figure(line), 0)],
  ];
  const states = LINE_STATES.map(
    (state): Value => [lines.filter((line) => line.state === state).length, { state }],
  );
  const skews = lines.flatMap(({ skewMs }) => (skewMs === null ? [] : [Math.abs(skewMs) / 1_000]));
  return [
    gauge('turnout_lines', 'Lines to head offices by state.', states),
    gauge(
      'turnout_outbox_pending',
      'Changes that wait to be sent to the head office.',
      sum(({ pending }) => pending),
    ),
    gauge(
      'turnout_outbox_held',
      'Changes that are held back because they break their shape.',
      sum(({ held }) => held),
    ),
    {
      ...gauge(
        'turnout_line_clock_skew_seconds',
        'Largest difference from the clock of a head office.',
        skews.length === 0 ? [] : [[Math.max(...skews)]],
      ),
      unit: 'seconds',
    },
  ];
}

function pipelineFamilies({ pipeline }: EngineStatus): Family[] {
  const { latencyMs } = pipeline;
  const quantiles =
    latencyMs === null
      ? []
      : ([
          [latencyMs.p50, '0.5'],
          [latencyMs.p99, '0.99'],
        ] as const);
  return [
    gauge('turnout_workers', 'Worker threads that count.', [[pipeline.workers]]),
    counter('turnout_samples', 'Samples that were counted, or lost to a fault.', [
      [pipeline.samples, { outcome: 'counted' }],
      [pipeline.failed, { outcome: 'failed' }],
    ]),
    counter('turnout_samples_skipped', 'Due samples that were skipped: no worker, no keyframe.', [
      [pipeline.shed, { reason: 'shed' }],
      [pipeline.starved, { reason: 'starved' }],
    ]),
    counter(
      'turnout_keyframes_dropped',
      'Keyframes too old to count, or replaced by a newer one.',
      [
        [pipeline.stale, { reason: 'stale' }],
        [pipeline.replaced, { reason: 'replaced' }],
      ],
    ),
    {
      name: 'turnout_sample_latency_seconds',
      type: 'summary',
      unit: 'seconds',
      help: 'From frame to readable count, over the last 512 samples.',
      samples: quantiles.map(([ms, quantile]) => ({ value: ms / 1_000, labels: { quantile } })),
    },
  ];
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

/** None where the configuration asks for no backups; no age before the first. */
function backupFamilies({ backup }: EngineStatus, nowUtcMs: number): Family[] {
  if (backup === null) return [];
  const { newestUtcMs, failures } = backup;
  const age = newestUtcMs === null ? [] : [[(nowUtcMs - newestUtcMs) / 1_000] as [number]];
  return [
    { ...gauge('turnout_backup_age_seconds', 'Age of the newest backup.', age), unit: 'seconds' },
    counter('turnout_backup_failures', 'Backups that could not be written.', [[failures]]),
  ];
}

function restFamilies({
  detectors,
  storage,
  configuration,
  startedAtUtcMs,
}: EngineStatus): Family[] {
  return [
    counter(
      'turnout_detector_failures',
      'Frames that a detector failed on.',
      failuresByName(detectors),
    ),
    {
      ...gauge('turnout_storage_bytes', 'Size of the history.', [[storage.sizeBytes]]),
      unit: 'bytes',
    },
    gauge('turnout_storage_samples', 'Samples in the history.', [[storage.samplesStored]]),
    gauge('turnout_storage_ok', 'Whether the history can be written.', [
      [storage.state === 'ok' ? 1 : 0],
    ]),
    gauge('turnout_configuration_faults', 'Faults of the newest configuration.', [
      [configuration.faults.length],
    ]),
    {
      ...gauge('turnout_start_time_seconds', 'Start of the program, since 1970.', [
        [startedAtUtcMs / 1_000],
      ]),
      unit: 'seconds',
    },
  ];
}
