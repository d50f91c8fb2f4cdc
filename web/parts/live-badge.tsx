/** How old the figures on the page are, in words. It is no live region: who hears the page is not told every second. */

import type { Frame } from '../data.ts';
import { freshness } from '../state.ts';
import { EN } from '../words/en.ts';
import { age, timeOf } from '../words/format.ts';

interface LiveBadgeProps {
  readonly frame: Frame;
  /** Whether the page follows the live stream; else it only says of when it is. */
  readonly isFollowed: boolean;
}

export function LiveBadge({ frame, isFollowed }: LiveBadgeProps) {
  return (
    <p class="live" data-live={isFollowed ? 'badge' : undefined}>
      <Badge time={timeOf(frame.generatedAt)} />
      {frame.unreached !== undefined && <span class="unreached"> · {EN.live.unreached}</span>}
    </p>
  );
}

/** @param time When the server was heard last, as its gym's clocks show it. */
export function Badge({ time }: { readonly time: string }) {
  switch (freshness.value) {
    case 'live':
      return (
        <span class="is-live">
          <Dot /> {EN.live.live} · {time}
        </span>
      );
    case 'late':
      return (
        <span class="is-late">
          <Dot /> {EN.live.reconnecting}
        </span>
      );
    case 'old':
      return (
        <span class="is-late">
          <Dot /> {EN.live.asOf} {time} · {EN.live.reconnecting}
        </span>
      );
    case 'signed_out':
      return (
        <a class="is-late" href="/">
          <Dot /> {EN.live.signedOut} · {EN.live.asOf} {time}
        </a>
      );
    default:
      return (
        <>
          {EN.live.asOf} {time}
        </>
      );
  }
}

function Dot() {
  return <span class="dot" aria-hidden="true" />;
}

interface AgoProps {
  readonly since: string | null;
  /** By the server's clock: the browser's has no say in it. */
  readonly nowMs: number;
}

/** `12 s ago` of an instant of the server. */
export function Ago({ since, nowMs }: AgoProps) {
  if (since === null) return null;
  return <span class="ago">{age((nowMs - Date.parse(since)) / 1_000)} ago</span>;
}
