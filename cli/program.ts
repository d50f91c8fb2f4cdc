/** The commands of `turnout`, and what happens when one fails: one sentence on stderr and an exit code. */

import { Command, CommanderError } from 'commander';
import { VERSION } from '../runtime/installation.ts';
import { ANALYZE } from './analyze.ts';
import { ASK } from './ask.ts';
import { BACKUP, RESTORE } from './backup.ts';
import { CAMERA } from './camera/camera.ts';
import { CLASS } from './class.ts';
import { type AnyRow, addRows, type CliContext, EXIT, faultOf } from './command.ts';
import { DETECTORS } from './detectors.ts';
import { DOCTOR } from './doctor/doctor.ts';
import { HQ } from './hq/hq.ts';
import { INIT } from './init/init.ts';
import { JOIN, LEAVE } from './join.ts';
import { KEY } from './key.ts';
import { MCP } from './mcp.ts';
import { FFMPEG, MODEL } from './model.ts';
import { NOTIFY } from './notify.ts';
import { QUERY } from './query.ts';
import { REPORT } from './report/report.ts';
import { SCHEDULE } from './schedule/schedule.ts';
import { SERVE } from './serve/serve.ts';
import { SET_UP_CODE, SIGN_IN } from './sign-in.ts';
import { STATUS_ROW } from './status/status.ts';

/** All commands, in the order of a first day. */
export const COMMANDS: readonly AnyRow[] = [
  SERVE,
  INIT,
  CAMERA,
  SCHEDULE,
  CLASS,
  KEY,
  SIGN_IN,
  SET_UP_CODE,
  NOTIFY,
  ANALYZE,
  STATUS_ROW,
  REPORT,
  QUERY,
  ASK,
  MCP,
  DETECTORS,
  MODEL,
  FFMPEG,
  BACKUP,
  RESTORE,
  JOIN,
  LEAVE,
  DOCTOR,
  HQ,
];

/** The program with these commands, in that order. */
export function createProgram(context: CliContext, rows: readonly AnyRow[]): Command {
  const program = new Command('turnout')
    .description('Counts the people in a gym’s rooms with its existing cameras')
    .version(VERSION, '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', '\nExample:\n  turnout serve')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      // Told by run instead, in one sentence like every other fault.
      outputError: () => undefined,
    });
  addRows(program, context, rows);
  forEach(program, (command) => {
    command.option('--json', 'answer as JSON, errors too').copyInheritedSettings(program);
  });
  return program;
}

/**
 * Runs one command line, without the name of the program before it.
 *
 * @returns the exit code: 0, 1 for a fault, 2 for a command line that is not understood.
 */
export async function run(typed: readonly string[], context: CliContext): Promise<number> {
  const program = createProgram(context, COMMANDS);
  const [first, ...words] = typed;
  // Commander itself shows the help of the first word alone, and that of the program for one that it does not know.
  const isKnown = commandPath(program, words) !== program.name();
  const args = first === 'help' ? [...words, ...(isKnown ? ['--help'] : [])] : typed;
  if (args.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  // Commands set it where they have answered and failed all the same; one before this in the same process may have.
  process.exitCode = undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const { code, message, exitCode } = faultOf(error, commandPath(program, args));
    // With --json the error is the answer, on stdout; the sentence is on stderr either way.
    const isJson = args.includes('--json');
    if (isJson) context.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    context.stderr.write(`turnout: ${message}\n`);
    return exitCode;
  }
}

/** The command that the words name as far as they name one: `turnout camera add`. */
function commandPath(program: Command, args: readonly string[]): string {
  let command: Command | undefined = program;
  const path = [program.name()];
  for (const word of args) {
    command = command.commands.find((child) => child.name() === word);
    if (command === undefined) break;
    path.push(word);
  }
  return path.join(' ');
}

/** `command` and every command below it. */
export function forEach(command: Command, action: (command: Command) => void): void {
  action(command);
  for (const child of command.commands) forEach(child, action);
}
