/** The engine's condition as families of samples: cameras, pipeline, detectors, storage, configuration. */

import type { EngineStatus } from '../../engine/index.ts';
import { CAMERA_STATES } from '../schemas/status.ts';
import type { Family, Labels } from './exposition.ts';

export function engineFamilies(status: EngineStatus): readonly Family[] {
  return [...cameraFamilies(status), ...pipelineFamilies(status), ...restFamilies(status)];
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
  const ofEach = (figure: (camera: EngineStatus['cameras'][number]) => number) =>
    cameras.map((camera): Value => [figure(camera), { camera: camera.id }]);
  return [
    gauge('turnout_cameras', 'Cameras by state.', states),
    counter(
      'turnout_camera_keyframes',
      'Keyframes of a camera.',
      ofEach((camera) => camera.keyframes),
    ),
    counter(
      'turnout_camera_reconnects',
      'Connections lost.',
      ofEach((camera) => camera.reconnects),
    ),
    {
      ...counter(
        'turnout_camera_received_bytes',
        'Bytes from a camera.',
        ofEach((camera) => camera.bytes),
      ),
      unit: 'bytes',
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
      detectors.map((one): Value => [one.failures, { detector: one.name }]),
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
