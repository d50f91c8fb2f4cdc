/** Of when the page is. On a page that follows its gym the script says here whether it still hears from it. */

import type { Frame } from '../data.ts';
import { timeOf } from '../words/format.ts';

export function LiveBadge({ frame }: { readonly frame: Frame }) {
  return (
    <p class="live">
      as of {timeOf(frame.generatedAt)}
      {frame.unreached !== undefined && ' · gym offline'}
    </p>
  );
}
