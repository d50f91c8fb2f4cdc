/** The table of operations. What a command asks of the owner of a data folder has a row here. */

import type { Static } from 'typebox';
import { keyOperations, signInOperations } from './access.ts';
import { classOperations, importOperations, scheduleOperations } from './classes.ts';
import { notifyOperations } from './notify.ts';
import type { OperationWorld } from './operation.ts';
import { cameraOperations, lineOperations, statusOperation } from './place.ts';

export function createOperations(world: OperationWorld) {
  return {
    ...scheduleOperations(world),
    ...importOperations(world),
    ...cameraOperations(world),
    ...classOperations(world),
    ...keyOperations(world),
    ...signInOperations(world),
    ...notifyOperations(world),
    ...lineOperations(world),
    ...statusOperation(world),
  };
}

export type Operations = ReturnType<typeof createOperations>;
export type OperationName = keyof Operations;
export type ArgsOf<Name extends OperationName> = Static<Operations[Name]['args']>;
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['perform']>>;
