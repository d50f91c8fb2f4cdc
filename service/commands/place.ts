/** The running server as a whole, what a person says of a camera, and the head office of a gym. */

import { Type } from 'typebox';
import { placedCameras } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import { join, leave } from '../line/link.ts';
import { gymOf } from './gym.ts';
import { GYM, type OperationWorld, operation } from './operation.ts';

/** All of it, since who asks may read the data folder. */
export function statusOperation({ status }: Pick<OperationWorld, 'status'>) {
  return {
    status: operation(Type.Object({}), async () => {
      if (status !== null) return status();
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'a running Turnout server',
        got: 'none that owns this data folder',
        hint: 'start it with: turnout serve',
      });
    }),
  };
}

export function cameraOperations({ history: { emptyRooms }, config }: OperationWorld) {
  return {
    /** Forgets where the camera sees someone in its empty room: it was moved. */
    'camera.relearn': operation(
      Type.Object({ camera: Type.String({ minLength: 1, maxLength: 64 }) }),
      async ({ camera }) => {
        const ids = placedCameras(config()).map((placed) => placed.camera.id);
        if (ids.includes(camera)) return { hadPlaces: await emptyRooms.forget(camera) };
        throw new TurnoutError('usage', {
          where: 'camera relearn',
          expected: `a configured camera: ${ids.join(', ')}`,
          got: camera,
          hint: 'see them with: turnout camera list',
        });
      },
    ),
  };
}

/** Joined and left by the owner of the data, so that a running server sends at once. */
export function lineOperations({ history, config }: OperationWorld) {
  return {
    /** The token is a secret that is used up by this. */
    'line.join': operation(
      Type.Object({
        url: Type.String({ minLength: 1, maxLength: 2_048 }),
        token: Type.String({ minLength: 1, maxLength: 200 }),
        gym: GYM,
      }),
      ({ url, token, gym }) => join(history, gymOf(config(), gym), { url, token }),
    ),
    'line.leave': operation(Type.Object({ gym: GYM }), async ({ gym }) => {
      const { id } = gymOf(config(), gym);
      await leave(history, gymOf(config(), gym));
      return { gymId: id };
    }),
  };
}
