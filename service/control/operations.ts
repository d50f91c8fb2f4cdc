/** The table of operations. What is asked of the owner of a data folder from outside its server has a row here. */

import type { Static } from 'typebox';
import { cameraOperations } from './camera-operations.ts';
import { classOperations } from './class-operations.ts';
import { importOperations } from './import-operations.ts';
import { keyOperations } from './key-operations.ts';
import type { OperationWorld } from './operation.ts';
import { scheduleOperations } from './schedule-operations.ts';
import { statusOperation } from './status-operation.ts';

export function createOperations(world: OperationWorld) {
  return {
    ...scheduleOperations(world),
    ...importOperations(world),
    ...cameraOperations(world),
    ...classOperations(world),
    ...keyOperations(world),
    ...statusOperation(world),
  };
}

export type Operations = ReturnType<typeof createOperations>;
export type OperationName = keyof Operations;
export type ArgsOf<Name extends OperationName> = Static<Operations[Name]['args']>;
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['perform']>>;
