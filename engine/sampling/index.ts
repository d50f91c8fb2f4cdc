/** Door of the sampling: which camera's newest keyframe goes to a worker, and when. */

export {
  type CameraSamplingStats,
  Dispatcher,
  type DispatcherOptions,
  type SamplingStats,
} from './dispatcher.ts';
export { type SampledCamera, staleAfterMs } from './lane.ts';
