/** When cameras are looked at often: during the classes of their room, and some minutes before and after. */

import type { AttendanceConfig } from '../../config/config.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';

interface Span {
  readonly fromUtcMs: number;
  toUtcMs: number;
}

export interface ClassHours {
  /** Whether a class is held in the room, or is about to be, or has just been. Costs a binary search. */
  isClassTime(roomId: string, nowUtcMs: number): boolean;
}

/** Without a schedule any hour may be one of a class. */
export const EVERY_HOUR: ClassHours = { isClassTime: () => true };

/**
 * The class hours of a gym's rooms. A gym without any class has no hours outside classes; a room without one, in a gym
 * that has some, is looked at rarely.
 *
 * @param sessions by start.
 */
export function classHoursOf(
  sessions: readonly ClassSession[],
  { leadMs, tailMs }: Pick<AttendanceConfig, 'leadMs' | 'tailMs'>,
): ClassHours {
  if (sessions.length === 0) return EVERY_HOUR;
  const spans = new Map<string, Span[]>();
  for (const { roomId, isCancelled, startsUtcMs, endsUtcMs } of sessions) {
    if (roomId === null || isCancelled) continue;
    const ofRoom = spans.get(roomId) ?? [];
    spans.set(roomId, ofRoom);
    addSpan(ofRoom, { fromUtcMs: startsUtcMs - leadMs, toUtcMs: endsUtcMs + tailMs });
  }
  return {
    isClassTime: (roomId, nowUtcMs) => {
      const ofRoom = spans.get(roomId) ?? [];
      const span = ofRoom[lastBegunBy(ofRoom, nowUtcMs)];
      return span !== undefined && nowUtcMs < span.toUtcMs;
    },
  };
}

/** Joins a span with the last one where they touch, so that spans never overlap. They come by their start. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last !== undefined && span.fromUtcMs <= last.toUtcMs) {
    last.toUtcMs = Math.max(last.toUtcMs, span.toUtcMs);
  } else {
    spans.push(span);
  }
}

/** Index of the last span that has begun at an instant; −1 where none has. */
function lastBegunBy(spans: readonly Span[], nowUtcMs: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.fromUtcMs ?? 0) <= nowUtcMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
