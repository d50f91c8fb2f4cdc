/** `turnout camera relearn`: forgets where a camera sees someone in its empty room, since it looks elsewhere now. */

import type { CommandRow } from '../command.ts';

export const RELEARN: CommandRow<object> = {
  words: 'relearn <id>',
  about: 'Forget where a camera sees false people in its empty room: it was moved',
  argument: 'id of the camera, see: turnout camera list',
  help: '\nExample:\n  turnout camera relearn hall',
  answer: async (ask, _, camera) => {
    const { hadPlaces } = await ask('camera.relearn', { camera });
    const text = hadPlaces
      ? 'what it saw in its empty room is forgotten; it is learnt again in hours outside classes.'
      : 'nothing was learnt of its empty room yet.';
    return [{ camera, forgotten: hadPlaces }, `Camera ${camera}: ${text}`];
  },
};
