/** What a page of an owner is drawn from. */

import type { OwnerParts } from '../../owner/call.ts';
import type { PageReader } from '../readers.ts';

export interface OwnerAsked {
  readonly reader: PageReader;
  readonly operator: Pick<
    OwnerParts,
    'access' | 'audit' | 'classes' | 'config' | 'file' | 'findings'
  >;
  readonly query: ReadonlyMap<string, string>;
}
