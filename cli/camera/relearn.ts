/** `turnout camera relearn`: forgets where a camera sees someone in its empty room, since it looks elsewhere now. */

import type { Command } from 'commander';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';

export function registerRelearn(camera: Command, context: CliContext): void {
  camera
    .command('relearn')
    .description('Forget where a camera sees false people in its empty room: it was moved')
    .argument('<id>', 'id of the camera, see: turnout camera list')
    .addHelpText('after', '\nExample:\n  turnout camera relearn hall')
    .action((id: string) => relearn(context, id));
}

async function relearn(context: CliContext, camera: string): Promise<void> {
  const { hadPlaces } = await askOwner({
    ...asker(context),
    operation: 'camera.relearn',
    args: { camera },
  });
  const text = hadPlaces
    ? 'what it saw in its empty room is forgotten; it is learnt again in hours outside classes.'
    : 'nothing was learnt of its empty room yet.';
  context.print({ camera, forgotten: hadPlaces }, `Camera ${camera}: ${text}`);
}
