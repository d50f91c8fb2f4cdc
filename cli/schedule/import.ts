/** `turnout schedule import`: classes, bookings and check-ins from a file into the history, or what that would change. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { isFeedAddress } from '../../config/booking.ts';
import { SCHEDULE_FIELDS } from '../../config/schema/schedule-fields.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { COLUMNS_HINT } from '../../gym/schedule/csv.ts';
import { MAX_SCHEDULE_BYTES, scheduleTooLarge } from '../../gym/schedule/entry.ts';
import { bytesWithin } from '../../runtime/wire.ts';
import { readFeed } from '../../service/feeds/read-feed.ts';
import { sourceIdFrom } from '../../service/imports/take-file.ts';
import { isAddress } from '../address.ts';
import {
  choice,
  EXIT,
  flag,
  GYM_FLAG,
  type Printed,
  typed,
  usageFault,
  type Values,
  type World,
} from '../command.ts';
import { ownConfig } from '../own-gym.ts';
import { slowBar } from '../terminal/prompts.ts';
import { importText } from './import-report.ts';

export const IMPORT_FLAGS = [
  GYM_FLAG,
  flag(
    '--source <id>',
    'whose classes they are; default: that of an earlier file with the same classes, else named after the file or address',
  ),
  choice('--format <format>', 'what the file is', ['auto', 'ics', 'csv', 'json'], 'auto'),
  // Fields have no `=`, columns may; names of rooms may have one, ids have none.
  pairs(
    '--column <field=name>',
    'column of a field, such as start=Begins; repeatable',
    (text) => text.indexOf('='),
    SCHEDULE_FIELDS,
  ),
  pairs('--room <name=id>', 'configured room that is meant by a name; repeatable', (text) =>
    text.lastIndexOf('='),
  ),
  flag(
    '--sheet <name>',
    'sheet of an Excel workbook, by name or number; default: the first with classes',
  ),
  flag('--force', "take counts over 1.5 times a room's places as they are"),
  flag('--preview', 'show what would change, and change nothing'),
] as const;

function pairs<const Words extends string>(
  words: Words,
  about: string,
  divideAt: (text: string) => number,
  fields: readonly string[] | null = null,
) {
  const add = (text: string, known: Readonly<Record<string, string>>) => {
    const at = divideAt(text);
    const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (fields !== null && at > 0 && !fields.includes(left)) {
      throw new InvalidArgumentError(`Expected one of ${fields.join(', ')} before the =`);
    }
    if (at > 0 && left !== '' && right !== '') return { ...known, [left]: right };
    throw new InvalidArgumentError('Expected two texts with = between them');
  };
  return typed(words, about, add as (text: string) => Readonly<Record<string, string>>, {}, 'none');
}

const WHERE = 'schedule import';

export async function importFile(
  world: World,
  options: Values<typeof IMPORT_FLAGS>,
  file: string,
): Promise<Printed> {
  const isPreview = options.preview === true;
  if (!isPreview) await ownConfig(WHERE, 'import into');
  const bar = slowBar(world, isPreview ? 'Preview' : 'Import');
  try {
    const bytes = await readSchedule(file, process.stdin);
    bar.show(0.5, 'comparing');
    const wish = {
      preview: isPreview,
      source: options.source ?? sourceIdOf(file),
      format: options.format,
      columns: options.column,
      rooms: options.room,
      sheet: options.sheet ?? null,
      force: options.force === true,
      origin: originOf(file),
    };
    const query = { wish: JSON.stringify(wish) };
    const report = await world.ask('POST /files', { query, file: bytes });
    if (report.classes === 0) process.exitCode = EXIT.fault;
    const named = options.gym === undefined ? '' : ` --gym ${options.gym}`;
    return [report, importText(report, named, world)];
  } catch (error) {
    throw namedHere(error);
  } finally {
    bar.end();
  }
}

/** An error of a table says how columns are named in turnout.yaml; here they are named by an option. */
function namedHere(error: unknown): unknown {
  if (!isTurnoutError(error) || error.parts.hint?.startsWith(COLUMNS_HINT) !== true) return error;
  const hint =
    'name them: --column "name=…" --column "start=…", or date=… and time=… for two columns';
  return new TurnoutError(error.code, { ...error.parts, hint }, { cause: error });
}

/**
 * The bytes of a schedule that is named on the command line: a file, `-` for what is piped in, or an address. Rejects with `usage` for a file that cannot be read, `schedule_too_large`, and for an address as `readFeed`.
 */
export async function readSchedule(file: string, stdin: AsyncIterable<Uint8Array>) {
  if (isAddress(file)) return fetchAll(file);
  const isPiped = file === '-';
  const bytes = await (isPiped ? bytesWithin(stdin, MAX_SCHEDULE_BYTES) : readWhole(file));
  if (bytes !== null && bytes.length <= MAX_SCHEDULE_BYTES) return bytes;
  throw scheduleTooLarge(bytes?.length ?? null);
}

function readWhole(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    const expected = 'a file that can be read, an address (http, https), or - for standard input';
    if (error.code !== 'ENOENT') {
      throw usageFault(WHERE, expected, messageOf(error).replace(/,.*/, ''));
    }
    throw usageFault(WHERE, expected, `no file ${basename(file)}`, 'check its name and folder');
  });
}

/** An identifier for the source where none is given: from the host and a digest of an address. Null for a file. */
export const sourceIdOf = (file: string) => (isAddress(file) ? sourceIdFrom(hostOf(file)) : null);

/** What the list of imports calls it: the name of a file, the host of an address. Null for what is piped in. */
function originOf(file: string): string | null {
  if (file === '-') return null;
  const name = isAddress(file) ? hostOf(file).split(' ')[0] : basename(file);
  return name?.replace(/\p{C}+/gu, ' ').slice(0, 200) ?? null;
}

/**
 * Never the path: it is often a secret. Its digest keeps two calendars of one host apart, of which the second would
 * else be taken for the first with all its classes gone.
 */
function hostOf(address: string): string {
  if (!URL.canParse(address)) return 'import';
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 8);
  return `${new URL(address).hostname.slice(0, 50)} ${digest}`;
}

/** As a configured feed is read: with its login, and without naming it in what goes wrong. */
async function fetchAll(address: string): Promise<Uint8Array> {
  if (!isFeedAddress(address)) {
    const expected = 'an address of http, https, webcal or a booking system';
    throw usageFault(WHERE, expected, 'another scheme');
  }
  const { signal } = new AbortController();
  const news = await readFeed(address, null, { signal });
  // Nothing was known of it: it cannot be as before.
  return news.kind === 'read' ? news.bytes : new Uint8Array();
}
