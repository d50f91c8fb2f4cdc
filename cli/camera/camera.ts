/** `turnout camera`: try a camera, add it to the configuration, list what is configured. */

import { type Command, Option } from 'commander';
import { addRows } from '../command.ts';
import type { CliContext } from '../context.ts';
import { type Prompts, terminalPrompts } from '../init/prompts.ts';
import { PASSWORD_PLACES } from '../stored-password.ts';
import { transportOption } from '../transport-option.ts';
import { type AddOptions, addOne } from './add.ts';
import { registerFind } from './find-command.ts';
import { listAll } from './list.ts';
import { RELEARN } from './relearn.ts';
import { testOne } from './test.ts';

/** The file keeps a variable as it is written; the others stand in no history and no list of processes. */
const ADDRESS =
  'an rtsp://, http:// or scene: address ($' +
  '{NAME} takes a variable of the environment, - reads the address from standard input)';

const PASSWORD = '$' + '{HALL_PASSWORD}';

/** @param prompts whom to ask; null where no one can be. */
export function registerCamera(
  program: Command,
  context: CliContext,
  prompts: () => Prompts | null = personAt(context),
): void {
  const camera = program
    .command('camera')
    .description('Try cameras, add them to the configuration, list them');
  camera
    .command('test')
    .description('Connect to a camera, count for ten seconds and write one annotated picture')
    .argument('<id-or-url>', `id of a configured camera, or ${ADDRESS}`)
    .option('--detector <name>', 'detector; default: that of the camera, or the best here')
    .option('--model <name-or-path>', 'model of the detector')
    .option('--options <json>', 'options of the detector, as JSON')
    .option('--png <file>', 'where to write the picture', 'camera-test.png')
    .addOption(transportOption())
    .addHelpText(
      'after',
      `\nExample:\n  turnout camera test 'rtsp://viewer:${PASSWORD}@192.0.2.10/sub'\n  turnout camera test -`,
    )
    .action((camera: string, options) => testOne(context, camera, options));
  camera
    .command('add')
    .description('Connect to a camera and add it to the configuration; a running server reloads it')
    .argument('<id>', 'short name for the camera: lower-case letters, digits, hyphens')
    .argument('<url>', `${ADDRESS}, or a video file`)
    .requiredOption('--room <id-or-name>', 'room it looks into')
    .option('--new-room', 'make the room where there is none of this name')
    .option('--gym <id-or-name>', 'gym of the room; may be left out where there is only one')
    .option('--new-gym', 'make the gym, and the room in it, where there is none of this name')
    .option('--timezone <zone>', 'time zone of a new gym, such as Europe/London')
    .addOption(
      new Option(
        '--password-in <place>',
        'where its password is stored: secrets.env in the data folder, a variable of the environment, or turnout.yaml; default: asked on a terminal, else turnout.yaml',
      ).choices(PASSWORD_PLACES),
    )
    .addOption(transportOption())
    .option('--no-test', 'add it without connecting to it first')
    .addHelpText(
      'after',
      `\nExample:\n  turnout camera add hall 'rtsp://viewer:${PASSWORD}@192.0.2.10/sub' --room studio\n  turnout camera add hall - --room studio`,
    )
    .action((id: string, url: string, options: Omit<AddOptions, 'id' | 'url'> & { json?: true }) =>
      addOne(context, { id, url, ...options }, options.json ? () => null : prompts),
    );
  camera
    .command('list')
    .description('Show the configured cameras, without their addresses')
    .addHelpText('after', '\nExample:\n  turnout camera list --json')
    .action(() => listAll(context));
  registerFind(camera, context, prompts);
  addRows(camera, context, [RELEARN]);
}

/** The person at the terminal, under one title for all questions; null where there is none. */
function personAt(context: CliContext): () => Prompts | null {
  let person: Prompts | undefined;
  return () => {
    if (!context.isTerminal || !process.stdin.isTTY) return null;
    person ??= terminalPrompts(context, 'A new camera');
    return person;
  };
}
