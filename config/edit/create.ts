/** Writes a whole configuration file, where there is none, or in place of one that is copied next to it. */

import { existsSync } from 'node:fs';
import { constants, copyFile } from 'node:fs/promises';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { formatFault } from '../check/fault.ts';
import { checkEdited } from '../check/file.ts';
import type { Env } from '../values/interpolation.ts';
import { isMissing, replaceFile, targetOf } from './file.ts';
import { newFileText } from './new-file.ts';

export interface CreateOptions {
  readonly env: Env;
  /** Whether a file that is there may be replaced. */
  readonly mayReplace: boolean;
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
export async function createConfig(
  path: string,
  body: string,
  { env, mayReplace }: CreateOptions,
): Promise<string | null> {
  try {
    const target = await targetOf(path);
    const text = `${newFileText(target)}\n${body}`;
    const faults = checkEdited(text, env).map((fault) => `\n  ${formatFault(path, fault)}`);
    if (faults.length > 0) throw failed(path, 'no faults', `these:${faults.join('')}`);
    if (!mayReplace && existsSync(target)) throw failed(path, 'no file there yet', 'one');
    const kept = await keepOld(target);
    await replaceFile(target, text, async () => true);
    return kept;
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw failed(path, 'a file that can be written', messageOf(error), error);
  }
}

/** Copies the file at `target` to the first free name next to it, with its mode. */
async function keepOld(target: string): Promise<string | null> {
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

function failed(path: string, expected: string, got: string, cause?: unknown): TurnoutError {
  return new TurnoutError('config_edit_failed', { where: path, expected, got }, { cause });
}
