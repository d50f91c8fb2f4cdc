/** Door of the cameras: sources of frames and their supervision. */

export type { FrameSource, SourceOptions, SourceTotals, StreamInfo } from './source.ts';
export type { CameraReason, CameraSnapshot, CameraState } from './state.ts';
