/** What classes are called, for what reads a question. */

import { tableOf } from '../../figures/class-table.ts';
import type { GymView } from '../../sessions/view.ts';
import { byText } from '../order.ts';

/** Names of all classes of the view, by the alphabet; of several spellings the newest. */
export function classNames(view: GymView): readonly string[] {
  return tableOf(view)
    .names.all.map(({ name }) => name ?? '')
    .sort(byText((name) => name));
}
