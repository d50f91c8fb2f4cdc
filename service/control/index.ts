/** Door of the control: operations that commands ask of whoever owns the data folder. */

export { type Control, type ControlOptions, startControl } from './door.ts';
export { gymOf } from './gym.ts';
export { type AnyOperation, type Operation, type OperationWorld, operation } from './operation.ts';
export {
  createOperations,
  type OperationName,
  type Operations,
  type ResultOf,
} from './operations.ts';
export { type AskOptions, askOwner } from './owner.ts';
export type { ImportReport } from './schedule-operations.ts';
