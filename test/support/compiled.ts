/** Before all tests: what they start in threads and processes is compiled (`bench/support/compiled.ts`). */

import { compiledTree } from '../../bench/support/compiled.ts';

export function setup(): void {
  compiledTree();
}
