/** `turnout analyze`: people counted over a recording or a stream, without any server. */

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { readEnvironment } from '../../config/environment.ts';
import { formatDuration } from '../../config/forms.ts';
import { loadZones } from '../../config/load.ts';
import { TurnoutError } from '../../errors.ts';
import { checkAddress, isAddress, nameOfAddress, schemeHint } from '../address.ts';
import { TRANSPORT } from '../camera/probe.ts';
import { addRows, type CommandRow, durationBetween, flag, type Printed } from '../command.ts';
import type { CliContext } from '../context.ts';
import { type DetectorFlags, detectorFlags, detectorOf } from '../detector-choice.ts';
import { analysisJson, analysisText } from './analysis-report.ts';
import { countOver } from './count-run.ts';

interface AnalyzeFlags extends DetectorFlags {
  readonly capacity?: number;
  readonly zones?: string;
  readonly every: number;
  readonly for?: number;
  readonly transport: 'tcp' | 'udp';
  readonly png?: string;
}

/** A live stream without `--for` is watched this long, ms. */
const LIVE_MS = 60_000;
/** Time between two counts where none is given, ms. */
const EVERY_MS = 2_000;

const ANALYZE: CommandRow<AnalyzeFlags> = {
  words: 'analyze <file-or-url>',
  about: 'Count people over a recording or a stream: the series, the estimate, a picture',
  given: ['a video or JPEG file, rtsp://, http:// or scene: address'],
  flags: [
    ...detectorFlags('detector: a name, an npm package or a path; default: the best here'),
    flag(
      '--capacity <people>',
      'people the room holds: the size at which pictures are looked at; default: many',
      peopleOption,
    ),
    flag('--zones <file>', 'YAML or JSON file with a list "zones", as in the configuration'),
    flag('--every <duration>', 'time between two counts')
      .argParser(durationBetween(10, 3_600_000))
      .default(EVERY_MS, formatDuration(EVERY_MS)),
    flag('--for <duration>', 'stop after this time', durationBetween(1000, 86_400_000)),
    TRANSPORT,
    flag('--png <file>', 'write the picture with the most people, with boxes and zones'),
  ],
  examples: ['turnout analyze class.mp4 --every 5s --png class.png'],
  answer: run,
};

export function registerAnalyze(program: Command, context: CliContext): void {
  addRows(program, context, [ANALYZE]);
}

function peopleOption(text: string): number {
  const people = Number(text);
  if (Number.isInteger(people) && people >= 1 && people <= 10_000) return people;
  throw new InvalidArgumentError('Expected a whole number of people, 1 to 10000');
}

async function run(context: CliContext, options: AnalyzeFlags, input: string): Promise<Printed> {
  const isFile = !isAddress(input);
  if (isFile && !existsSync(input)) {
    throw new TurnoutError('usage', {
      where: 'analyze',
      expected: 'a file that exists, or an address: rtsp, http or scene',
      got: `no file ${basename(input)}`,
      ...schemeHint(input),
    });
  }
  if (!isFile) checkAddress(input);
  const title = isFile ? basename(input) : nameOfAddress(input);
  const detector = await detectorOf(context, options);
  const analysis = await countOver(context, {
    url: input,
    transport: options.transport,
    detector,
    capacity: options.capacity ?? null,
    zones: options.zones === undefined ? [] : await loadZones(options.zones, readEnvironment()),
    everyMs: options.every,
    durationMs: options.for ?? (isFile ? null : LIVE_MS),
    png: options.png ?? null,
    title,
  });
  const text = analysisText(title, analysis);
  return [
    analysisJson(title, analysis),
    options.png === undefined
      ? text
      : `${text}\nThe picture with the most people is in ${resolve(options.png)}.`,
  ];
}
