/** Door of the cameras: sources of frames and their supervision. */

export type {
  DeliverFrame,
  FrameSource,
  RestState,
  SourceOptions,
  SourceTotals,
  StreamInfo,
} from './source.ts';
export { createSource } from './sources.ts';
export { type CameraReason, type CameraSnapshot, type CameraState, isCameraFine } from './state.ts';
export {
  type CameraSpec,
  Fleet,
  type FleetOptions,
  type Supervisor,
} from './supervision/index.ts';
export { ReaderThread } from './thread/index.ts';
