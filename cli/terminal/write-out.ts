/** A file that a flag of the command line names. */

import { writeFile } from 'node:fs/promises';
import { messageOf, TurnoutError } from '../../errors.ts';

/** Rejects with `usage` where it cannot be written. @returns the file. */
export async function writeOut(
  flag: string,
  file: string,
  content: string | Uint8Array,
): Promise<string> {
  try {
    await writeFile(file, content);
    return file;
  } catch (error) {
    const got = messageOf(error).replace(/,.*/, '');
    throw new TurnoutError(
      'usage',
      { where: flag, expected: 'a file that can be written', got },
      { cause: error },
    );
  }
}
