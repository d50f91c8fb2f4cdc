/**
 * Edits of the configuration file by commands. The file stays a person's file: what was not changed is not touched, a
 * result with faults is never written, and a file that someone else changed meanwhile is left as they made it.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMap, isSeq, parse, parseDocument } from 'yaml';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { installedFile } from '../runtime/installation.ts';
import { createTurns } from '../runtime/timers.ts';
import { checkEdited } from './check.ts';
import type { ConfigEdit } from './commands.ts';
import { EditedFile, type Language } from './edited-file.ts';
import type { Env } from './environment.ts';
import { type ConfigFault, formatFault } from './fault.ts';
import { isMissing, replaceFile, targetOf } from './write-file.ts';

export interface EditResult {
  /** Whether there was no file before. */
  readonly isCreated: boolean;
  /** Whether anything was written. */
  readonly isChanged: boolean;
  /** The file as it is now. */
  readonly text: string;
}

export interface EditOptions {
  /** The language of the texts that the edits write. */
  readonly language: Language;
  /** The revision that the edits were made for; left out: any. */
  readonly revision?: string;
  /** The gym whose owner asks: faults of other parts of the file are counted and not shown. Left out: all are shown. */
  readonly gym?: string;
}

/** Which text of the file a change was made for: 27 letters and signs that may stand in an entity tag. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 27);
}

/** Two edits of a file in this process would both see it as unchanged. */
const inTurn = createTurns();

/**
 * Makes the edits, all or none, in the file at `path`; creates it where there is none.
 *
 * Variables that are not set here are no fault: the command line need not know the passwords of the server.
 *
 * @throws `config_changed` where the file is of another revision; `config_edit_failed` where the file has faults already,
 *   would have faults, was changed meanwhile or cannot be written; `camera_unknown` from edits of cameras.
 * @example
 * await editConfig(path, [addCamera('main', 'hall', { id: 'hall', url })], process.env, { language: 'file' });
 */
export function editConfig(
  path: string,
  edits: readonly ConfigEdit[],
  env: Env,
  options: EditOptions,
): Promise<EditResult> {
  return inTurn(() => writing(path, () => editNow(path, edits, env, options)));
}

async function editNow(
  path: string,
  edits: readonly ConfigEdit[],
  env: Env,
  { language, revision, gym }: EditOptions,
): Promise<EditResult> {
  const target = await targetOf(path);
  const old = await readOrNull(target);
  if (revision !== undefined && revision !== revisionOf(old ?? '')) {
    throw new TurnoutError('config_changed', {
      where: 'configuration',
      expected: 'the file as it was when the change was made for it',
      got: 'another revision',
      hint: 'nothing was changed; read it again',
    });
  }
  if (old !== null) refuseFaults(path, old, env, 'the file to have none before', gym);
  const text = edits.reduce((before, edit) => {
    const file = new EditedFile(before, language);
    edit(file);
    return file.text();
  }, old ?? newFileText(target));
  refuseFaults(path, text, env, 'no faults after the change', gym);
  // UTF-8 has no half of a surrogate pair: it would be read back as another character.
  if (/\p{Cs}/u.test(text)) throw failed(path, 'whole characters', 'half of one');
  if (text === old) return { isCreated: false, isChanged: false, text };
  const isUnchanged = async () => (await readOrNull(target)) === old;
  if (!(await replaceFile(target, text, isUnchanged))) {
    throw failed(path, 'the file as it was read', 'a newer one');
  }
  return { isCreated: old === null, isChanged: true, text };
}

/** Max old files that are stored: after so many, one more is of no use. */
const MAX_KEPT = 100;

/**
 * Writes `body` behind the head of a new file to `path`, whole or not at all. Checked as at a start, except that
 * variables need not be set here.
 *
 * @returns where the earlier file is stored; null where there was none.
 * @throws `config_edit_failed` where the text has faults, there is a file that may not be replaced, or the folder cannot
 *   be written.
 */
export function createConfig(
  path: string,
  body: string,
  { env, mayReplace }: { readonly env: Env; readonly mayReplace: boolean },
): Promise<string | null> {
  return writing(path, async () => {
    const target = await targetOf(path);
    const text = `${newFileText(target)}\n${body}`;
    refuseFaults(path, text, env, 'no faults');
    if (!mayReplace && existsSync(target)) {
      const parts = { where: path, expected: 'no file there yet', got: 'one' };
      throw new TurnoutError('config_edit_failed', parts);
    }
    const kept = await copyOld(target);
    await replaceFile(target, text, async () => true);
    return kept;
  });
}

/** Copies the file at `target` to the first free name next to it, with its mode. */
async function copyOld(target: string): Promise<string | null> {
  for (let number = 1; number <= MAX_KEPT; number += 1) {
    const kept = number === 1 ? `${target}.old` : `${target}.old-${number}`;
    try {
      await copyFile(target, kept, constants.COPYFILE_EXCL);
      return kept;
    } catch (error) {
      if (isMissing(error)) return null;
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`${MAX_KEPT} old files already exist`);
}

export interface NamedEntry {
  readonly id: string;
  /** Null where the file gives none. */
  readonly name: string | null;
}

/** The gyms, rooms and cameras that the file names. */
export interface Outline {
  readonly gyms: readonly (NamedEntry & { readonly rooms: readonly NamedEntry[] })[];
  readonly cameraIds: readonly string[];
}

/**
 * The outline of the file at `path`, read without its variables: a command checks names before it does anything. Null
 * where there is no file.
 *
 * @throws `config_edit_failed` where the file has faults, as {@link editConfig} would.
 */
export async function readOutline(path: string, env: Env): Promise<Outline | null> {
  const text = await readOrNull(await targetOf(path));
  if (text === null) return null;
  refuseFaults(path, text, env, 'the file to have none before');
  // Checked above: what is there has these shapes.
  const { gyms = [] } = parse(text) as { readonly gyms?: readonly Entry[] };
  const named = ({ id, name }: Entry) => ({ id, name: name ?? null });
  return {
    gyms: gyms.map((gym) => ({ ...named(gym), rooms: (gym.rooms ?? []).map(named) })),
    cameraIds: gyms.flatMap(({ rooms = [] }) =>
      rooms.flatMap(({ cameras = [] }) => cameras.map(({ id }) => id)),
    ),
  };
}

interface Entry {
  readonly id: string;
  readonly name?: string;
  readonly rooms?: readonly Entry[];
  readonly cameras?: readonly Entry[];
}

/** The text of the file at `target`, no link; null where there is none. */
async function readOrNull(target: string): Promise<string | null> {
  try {
    return await readFile(target, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Throws `config_edit_failed` with all faults, where there are any.
 *
 * @param gym whose owner asks; left out: the whole file is theirs.
 */
function refuseFaults(path: string, text: string, env: Env, expected: string, gym?: string): void {
  const faults = checkEdited(text, env);
  if (faults.length === 0) return;
  const own = gym === undefined ? faults : ownFaults(faults, placeOf(text, gym));
  const others = faults.length - own.length;
  const lines = own.map((fault) => `\n  ${formatFault(path, fault)}`);
  if (others > 0)
    lines.push(`\n  ${others} outside your gym: ask the person who looks after the file`);
  throw new TurnoutError('config_edit_failed', {
    where: path,
    expected,
    got: `these:${lines.join('')}`,
    data: { faults: own },
  });
}

/** Those of one gym, without the places of other gyms that they name. */
function ownFaults(faults: readonly ConfigFault[], gym: string): readonly ConfigFault[] {
  return faults
    .filter(({ path }) => path === gym || path.startsWith(`${gym}.`))
    .map((fault) => ({
      ...fault,
      message: fault.message.replace(/gyms\[\d+\][^\s;,]*/g, (place) =>
        place.startsWith(`${gym}.`) ? place : 'another gym',
      ),
    }));
}

/** Where a gym stands in the file, such as `gyms[1]`; nowhere in one that cannot be read so far. */
function placeOf(text: string, id: string): string {
  const gyms = parseDocument(text).get('gyms');
  const isIt = (gym: unknown) => isMap(gym) && gym.get('id') === id;
  return `gyms[${isSeq(gyms) ? gyms.items.findIndex(isIt) : -1}]`;
}

/** What goes wrong with the file system is a fault of the edit. */
async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw failed(path, 'a file that can be written', messageOf(error), error);
  }
}

function failed(path: string, expected: string, got: string, cause?: unknown): TurnoutError {
  const hint = 'nothing was changed; try again';
  return new TurnoutError('config_edit_failed', { where: path, expected, got, hint }, { cause });
}

/**
 * Comments that say what the file at `path` is, and the line that gives editors completion. `schema` is the absolute
 * path of the schema, null where it is not installed; that line is then left out.
 */
export function newFileText(path: string, schema: string | null = installedSchema()): string {
  const completion =
    schema === null ? '' : `# yaml-language-server: $schema=${addressOf(schema, dirname(path))}\n`;
  return `${completion}# Configuration of Turnout. It is the only truth for gyms, rooms and cameras; commands such as "turnout camera add"
# change it in place and keep your comments. All keys: docs/configuration.md. A running server takes changes at once.
# Durations and sizes carry their unit (5s, 30d, 64MB). \${NAME} is an environment variable: keep passwords there.
`;
}

function installedSchema(): string | null {
  const path = fileURLToPath(installedFile('config/schema.json'));
  return existsSync(path) ? path : null;
}

/**
 * The schema from `folder`: a relative path where it lies below, so that both can be moved together, a file: URL
 * elsewhere. Editors end the address at the first space, which only a URL can hold.
 */
function addressOf(schema: string, folder: string): string {
  const way = relative(folder, schema);
  const isBelow = !isAbsolute(way) && !way.startsWith('..') && !/\s/.test(way);
  return isBelow ? `./${way.replaceAll(sep, '/')}` : pathToFileURL(schema).href;
}
