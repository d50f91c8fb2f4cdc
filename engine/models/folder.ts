/** What can be wrong with the models folder itself: told by what is there, never by the words of the file system. */

import { messageOf, TurnoutError } from '../../errors.ts';

/** What the file system says of a folder that cannot be used, in words. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on its disk',
  EDQUOT: 'no space left for this user',
  EROFS: 'a disk that can only be read',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOTDIR: 'a plain file in its place',
  EEXIST: 'a plain file in its place',
  EISDIR: 'a folder where a model file should be',
};

/** Whether the disk and not the network, or the file that was asked for, is at fault. */
export function isDiskFault(error: unknown): boolean {
  return codeOf(error) in FAULTS;
}

/** `data_unusable` for an error that the file system gave in the models folder. */
export function folderUnusable(error: unknown): TurnoutError {
  return new TurnoutError(
    'data_unusable',
    {
      where: 'models folder',
      expected: 'a folder that can be read and written',
      got: FAULTS[codeOf(error)] ?? messageOf(error),
      hint: 'it is the folder "models" in the data folder',
    },
    { cause: error },
  );
}

/** `ENOENT` and so on; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}
