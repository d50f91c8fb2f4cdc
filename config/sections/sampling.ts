/** Sampling: how often cameras are looked at, by how many workers, and how long anything may take. */

import { Type } from 'typebox';
import { defaulted, duration, size } from './field.ts';

/**
 * Period of samples inside a class. Default 5 s: attendance needs a count every few seconds (`attendance`), and a
 * camera's keyframes seldom come faster than one in two seconds.
 */
export const classPeriod = (options: { default?: string } = {}) =>
  duration({
    description: 'Time between two samples of a camera while a class is held in its room.',
    minimum: '200ms',
    maximum: '10m',
    ...options,
  });

/** Period of samples outside classes: slow, so that free use and overruns are seen for a twelfth of the cost. */
export const idlePeriod = (options: { default?: string } = {}) =>
  duration({
    description:
      'Time between two samples of a camera outside classes. In a gym without any class in its schedule every hour counts as class time: `class_period` applies.',
    minimum: '200ms',
    maximum: '1h',
    ...options,
  });

/** Off by default: what cameras and recorders make of PAUSE is written down for few, and was tried with servers alone. */
export const idlePause = (options: { default?: boolean } = {}) =>
  Type.Boolean({
    description:
      'true pauses RTSP cameras (PAUSE) between samples that are 20 s or more apart. This saves most of their traffic and processor time outside classes; for H.264 and H.265 over `transport: tcp`. A camera that does not stop, does not return or shows old pictures then plays continuously until the next start. Try it with one camera first, and check that its recorder still records.',
    ...options,
  });

export const SAMPLING = Type.Object(
  {
    class_period: defaulted(classPeriod({ default: '5s' })),
    idle_period: defaulted(idlePeriod({ default: '60s' })),
    idle_pause: defaulted(idlePause({ default: false })),
    workers: defaulted(
      Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 64 })], {
        default: 'auto',
        description:
          'Threads that analyse pictures. auto: one for each core, minus one. Read at the start.',
      }),
    ),
    worker_memory: defaulted(
      size({
        description:
          'Memory for the JavaScript of one worker; a detector that needs more loses its sample. Read at the start.',
        minimum: '64MB',
        maximum: '16GB',
        default: '512MB',
      }),
    ),
    task_timeout: defaulted(
      duration({
        description:
          'Maximum time for one picture, from its bytes to its count; then the sample is lost. Read at the start.',
        minimum: '500ms',
        maximum: '5m',
        default: '10s',
      }),
    ),
    open_timeout: defaulted(
      duration({
        description: 'Maximum time to wait for a camera to answer.',
        minimum: '1s',
        maximum: '2m',
        default: '10s',
      }),
    ),
    read_timeout: defaulted(
      duration({
        description:
          'Maximum time to wait for data of a connected camera; then it is connected again.',
        minimum: '1s',
        maximum: '5m',
        default: '10s',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'How often cameras are sampled, and with how many threads.',
  },
);
