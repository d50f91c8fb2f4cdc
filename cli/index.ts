/** The program on the command line: the process's streams and arguments go in, an exit code comes out. */

import { readEnvironment } from '../config/environment.ts';
import { type CliContext, EXIT } from './command.ts';
import { run } from './program.ts';
import { terminalPrompts } from './terminal/prompts.ts';

const args = process.argv.slice(2);
const isJson = args.includes('--json');
const isTerminal = process.stderr.isTTY === true;

let isLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `turnout status | head` closes the pipe early: what was not read is not missed.
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode = EXIT.fault;
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message;
    process.stderr.write(`turnout: the answer cannot be written: ${reason}\n`);
  });
}

const context: CliContext = {
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal,
  isAnswerRead: process.stdout.isTTY === true,
  isColoured: process.stdout.isTTY === true && !process.env['NO_COLOR'],
  width: process.stdout.columns ?? 80,
  dataDir: () => readEnvironment().dataFolder,
  person: (title) =>
    isTerminal && process.stdin.isTTY && !isJson ? terminalPrompts(process, title) : null,
  print: (value, text) => {
    process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
  },
};

// What it writes is for this user alone: keys, names, pictures of people.
process.umask(0o077);

// Never process.exit(): it waits for ever on a camera read that is blocked. The process ends when nothing is left to do.
const code = await run(args, context);
process.exitCode = isLost ? EXIT.fault : code;
