/** How wide a command prints. */

import { flag } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { Layout } from './table.ts';

export interface WideFlag {
  readonly wide?: true;
}

export const WIDE_FLAG = flag('--wide', 'all columns, whatever the width of the terminal');

export function layoutOf({ width, isColoured }: CliContext, { wide }: WideFlag): Layout {
  return { isColoured, width: wide === true ? Number.POSITIVE_INFINITY : width };
}
