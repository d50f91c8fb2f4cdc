/**
 * Edits of the configuration file by commands. The file stays a person's file: what was not changed is not touched, a
 * result with faults is never written, and a file that someone else changed meanwhile is left as they made it.
 */

import { readFile } from 'node:fs/promises';
import { isMap, isSeq, parseDocument } from 'yaml';
import { messageOf, TurnoutError } from '../../errors.ts';
import { type ConfigFault, formatFault } from '../check/fault.ts';
import { checkEdited } from '../check/file.ts';
import type { Env } from '../values/interpolation.ts';
import type { ConfigEdit } from './change.ts';
import { changeText } from './change-text.ts';
import { isMissing, replaceFile, targetOf } from './file.ts';
import { asFileWrites, type Language } from './file-text.ts';
import { newFileText } from './new-file.ts';
import { revisionOf } from './revision.ts';

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

/** Edits of one file one after another: two in this process would both see the file as unchanged. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Makes the edits, all or none, in the file at `path`; creates it where there is none.
 *
 * Variables that are not set here are no fault: the command line need not know the passwords of the server.
 *
 * @throws `config_changed` where the file is of another revision; `config_edit_failed` where the file has faults already, would have faults, was changed meanwhile or cannot be
 *   written; `camera_unknown` from edits of cameras.
 * @example
 * await editConfig(path, [addCamera({ gym: 'main', room: 'hall', camera: { id: 'hall', url } })], process.env, { language: 'file' });
 */
export async function editConfig(
  path: string,
  edits: readonly ConfigEdit[],
  env: Env,
  options: EditOptions,
): Promise<EditResult> {
  const before = queues.get(path) ?? Promise.resolve();
  const work = before.then(() => editNow(path, edits, env, options));
  const done = work.catch(() => undefined); // whoever waits in the queue is not concerned; the caller gets the error
  queues.set(path, done);
  try {
    return await work;
  } finally {
    if (queues.get(path) === done) queues.delete(path);
  }
}

async function editNow(
  path: string,
  edits: readonly ConfigEdit[],
  env: Env,
  { language, revision, gym }: EditOptions,
): Promise<EditResult> {
  try {
    const target = await targetOf(path);
    const old = await readOrNull(target);
    if (revision !== undefined && revision !== revisionOf(old ?? '')) throw otherRevision();
    const refuse = (read: string, expected: string) => {
      const faults = checkEdited(read, env);
      if (faults.length > 0) refuseFaults(path, faults, expected, gymIn(read, gym));
    };
    if (old !== null) refuse(old, 'the file to have none before');
    const text = edits.reduce(
      (before, edit) => applyEdit(before, edit, language),
      old ?? newFileText(target),
    );
    refuse(text, 'no faults after the change');
    // UTF-8 has no half of a surrogate pair: it would be read back as another character.
    if (/\p{Cs}/u.test(text)) throw failed(path, 'whole characters', 'half of one', undefined);
    if (text === old) return { isCreated: false, isChanged: false, text };
    const isUnchanged = async () => (await readOrNull(target)) === old;
    if (!(await replaceFile(target, text, isUnchanged))) throw changedMeanwhile(path);
    return { isCreated: old === null, isChanged: true, text };
  } catch (error) {
    if (error instanceof TurnoutError) throw error;
    throw failed(path, 'a file that can be written', messageOf(error), error);
  }
}

function applyEdit(text: string, edit: ConfigEdit, language: Language): string {
  return edit(parseDocument(text).toJS())
    .map((change) =>
      change.op === 'delete' ? change : { ...change, value: asFileWrites(change.value, language) },
    )
    .reduce(changeText, text);
}

/** The text of the file at `target`, no link; null where there is none. */
export async function readOrNull(target: string): Promise<string | null> {
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
 * @param gym where the gym stands whose owner asks, such as `gyms[1]`; left out: the whole file is theirs.
 */
export function refuseFaults(
  path: string,
  faults: readonly ConfigFault[],
  expected: string,
  gym?: string,
): void {
  if (faults.length === 0) return;
  const own = gym === undefined ? faults : ownFaults(faults, gym);
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

/** Where a gym stands in the file; nowhere in one that cannot be read so far. */
function gymIn(text: string, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const gyms = parseDocument(text).get('gyms');
  const at = isSeq<unknown>(gyms)
    ? gyms.items.findIndex((gym) => isMap(gym) && gym.get('id') === id)
    : -1;
  return `gyms[${at}]`;
}

function otherRevision(): TurnoutError {
  return new TurnoutError('config_changed', {
    where: 'configuration',
    expected: 'the file as it was when the change was made for it',
    got: 'another revision',
    hint: 'nothing was changed; read it again',
  });
}

function changedMeanwhile(path: string): TurnoutError {
  return failed(path, 'the file as it was read', 'a newer one', undefined);
}

function failed(path: string, expected: string, got: string, cause: unknown): TurnoutError {
  const hint = 'nothing was changed; try again';
  return new TurnoutError('config_edit_failed', { where: path, expected, got, hint }, { cause });
}
