/** What a page of an owner is drawn from. */

import type { OperatorParts } from '../../operator/parts.ts';
import type { PageReader } from '../readers.ts';

export interface OwnerAsked {
  readonly reader: PageReader;
  readonly operator: Pick<OperatorParts, 'access' | 'audit' | 'classes' | 'config' | 'file'>;
  readonly query: ReadonlyMap<string, string>;
}
