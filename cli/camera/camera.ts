/** `turnout camera`: find and try cameras, add them to the configuration, list what is configured. */

import type { Command } from 'commander';
import { addGroup, type CommandRow } from '../command.ts';
import type { CliContext } from '../context.ts';
import { type Person, personAt } from '../terminal/prompts.ts';
import { addRow } from './add.ts';
import { findRow } from './find.ts';
import { LIST } from './list.ts';
import { TEST } from './test.ts';

const RELEARN: CommandRow = {
  words: 'relearn <id>',
  about: 'Forget where a camera sees false people in its empty room: it was moved',
  given: ['id of the camera, see: turnout camera list'],
  examples: ['turnout camera relearn hall'],
  answer: async ({ ask }, _, camera) => {
    const { hadPlaces } = await ask('camera.relearn', { camera });
    const text = hadPlaces
      ? 'what it saw in its empty room is forgotten; it is learnt again in hours outside classes.'
      : 'nothing was learnt of its empty room yet.';
    return [{ camera, forgotten: hadPlaces }, `Camera ${camera}: ${text}`];
  },
};

export function registerCamera(
  program: Command,
  context: CliContext,
  person: Person = personAt(context, 'A new camera'),
): void {
  const about = 'Try cameras, add them to the configuration, list them';
  const rows = [TEST, addRow(person), LIST, findRow(person), RELEARN];
  addGroup(program, context, ['camera', about, 'turnout camera list'], rows);
}
