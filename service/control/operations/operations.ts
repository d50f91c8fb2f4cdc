/** The table of operations. What is asked of the owner of a data folder from outside its server has a row here. */

import type { Static } from 'typebox';
import { cameraOperations } from './camera.ts';
import { classOperations } from './class.ts';
import { importOperations } from './import.ts';
import { keyOperations } from './key.ts';
import { lineOperations } from './line.ts';
import type { OperationWorld } from './operation.ts';
import { scheduleOperations } from './schedule.ts';
import { signInOperations } from './sign-in.ts';
import { statusOperation } from './status.ts';

export function createOperations(world: OperationWorld) {
  return {
    ...scheduleOperations(world),
    ...importOperations(world),
    ...cameraOperations(world),
    ...classOperations(world),
    ...keyOperations(world),
    ...signInOperations(world),
    ...lineOperations(world),
    ...statusOperation(world),
  };
}

export type Operations = ReturnType<typeof createOperations>;
export type OperationName = keyof Operations;
export type ArgsOf<Name extends OperationName> = Static<Operations[Name]['args']>;
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['perform']>>;
