/** What a person says of a camera. */

import { Type } from 'typebox';
import { placedCameras } from '../../../config/config.ts';
import { TurnoutError } from '../../../errors.ts';
import { type OperationWorld, operation } from './operation.ts';

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
