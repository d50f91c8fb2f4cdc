/** How old the figures on the page are, in words. It is no live region: who hears the page is not told every second. */

import type { Frame } from '../data.ts';
import { elapsedS, freshness } from '../state.ts';
import { EN } from '../words/en.ts';
import { age, timeOf } from '../words/format.ts';

interface BadgeProps {
  readonly frame: Frame;
  /** Whether the page is read again by itself; else it only says of when it is. */
  readonly isFollowed: boolean;
}

export function LiveBadge({ frame, isFollowed }: BadgeProps) {
  const time = timeOf(frame.generatedAt);
  const state = freshness.value;
  if (!isFollowed) {
    return (
      <p class="live">
        {EN.live.asOf} {time}
      </p>
    );
  }
  if (state === 'live') {
    return (
      <p class="live is-live">
        <span class="dot" aria-hidden="true" /> {EN.live.live} · {time}
      </p>
    );
  }
  return (
    <p class="live is-late">
      <span class="dot" aria-hidden="true" />{' '}
      {state === 'late'
        ? EN.live.reconnecting
        : `${EN.live.asOf} ${time} · ${EN.live.reconnecting}`}
    </p>
  );
}

/** `12 s ago` of an instant of the server: the browser's clock has no say in it. */
export function Ago({ since, frame }: { readonly since: string | null; readonly frame: Frame }) {
  if (since === null) return null;
  const seconds = (Date.parse(frame.generatedAt) - Date.parse(since)) / 1_000 + elapsedS.value;
  return <span class="ago">{age(seconds)} ago</span>;
}
