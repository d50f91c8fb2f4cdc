/** The command line of `turnout camera find`. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationBetween } from '../analyze/duration-option.ts';
import type { CliContext } from '../context.ts';
import type { Prompts } from '../init/prompts.ts';
import { type FindFlags, findAll } from './find.ts';

export function registerFind(
  camera: Command,
  context: CliContext,
  prompts: () => Prompts | null,
): void {
  camera
    .command('find')
    .description('Look for cameras in this network, or in a range of addresses (ONVIF)')
    .argument('[ranges...]', 'addresses to ask one by one, such as 192.0.2.0/28; 1024 at most')
    .option('--login', 'ask the cameras for their streams, with a user and password that is typed')
    .addOption(
      new Option('--wait <duration>', 'how long answers are waited for')
        .argParser(durationBetween(100, 60_000))
        .default(3_000, '3s'),
    )
    .option('--rtsp-port <port>', 'port of RTSP at the addresses of a range', port, 554)
    // Cameras answer on the port of WS-Discovery; a test has another one.
    .addOption(new Option('--discovery-port <port>').argParser(port).hideHelp())
    .addHelpText(
      'after',
      '\nExample:\n  turnout camera find --login\n  turnout camera find 192.0.2.0/28',
    )
    .action((ranges: string[], flags: FindFlags & { json?: true }) =>
      findAll(context, ranges, flags, flags.json ? () => null : prompts),
    );
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= 65_535) return value;
  throw new InvalidArgumentError('Expected a port from 1 to 65535');
}
