/** What can go wrong around the program: how it is brought about, and how one sees that the program has noticed. */

import type { Program, ProgramOptions } from '../../support/program.ts';

export interface Cause {
  /** As the figures name it. */
  readonly name: string;
  /** Makes the folder ready before the program starts. @returns why this machine cannot, or how to start and clean up. */
  prepare(folder: string): Promise<string | Prepared>;
}

export interface Prepared {
  readonly options: Pick<ProgramOptions, 'variables' | 'stderr'>;
  /** Brings it about. @returns why this machine cannot; null where it did. */
  begin(program: Program): Promise<string | null>;
  end(program: Program): Promise<void>;
  /** Whether the program has noticed. */
  isSaid(program: Program): Promise<boolean>;
  /** Whether the program is as before, after the end. */
  isBack(program: Program): Promise<boolean>;
  clean(): Promise<void>;
}
