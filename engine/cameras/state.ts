/** The states of a camera and why it is in one. A lost camera is a state with a reason, never an exception. */

import type { ErrorCode } from '../../errors.ts';

/**
 * A camera streams from its first delivered keyframe on: a connection without a picture is still `connecting`.
 *
 * ```text
 *  connecting ──▶ streaming ◀──▶ degraded      (frozen, black, long_gop: counts go on, their flags say so)
 *      ▲   │          │
 *      │   ▼          ▼
 *      └─ waiting ◀───┘                        (lost: back-off with jitter, then connecting again)
 *          unauthorized                        (wrong credentials: tried again rarely, or when the settings change)
 *          failing                             (crash-loop guard: broke too often in a short time; tried again rarely)
 *  stopped                                     (removed, or the program is stopping)
 * ```
 */
export const CAMERA_STATES = [
  'connecting',
  'streaming',
  'degraded',
  'waiting',
  'unauthorized',
  'failing',
  'stopped',
] as const;
export type CameraState = (typeof CAMERA_STATES)[number];

/** The states in which no one has to do anything. A camera that is still connecting is no fault yet. */
const FINE: ReadonlySet<CameraState> = new Set(['connecting', 'streaming', 'stopped']);

/** Whether a camera in this state needs no attention: the one rule for health and for `turnout doctor`. */
export function isCameraFine(state: CameraState): boolean {
  return FINE.has(state);
}

/** Why: an error code for what broke, or what is wrong with a picture that still comes. */
export type CameraReason = ErrorCode | 'frozen' | 'black' | 'long_gop';
