/** Durations on the command line, written as in the configuration: `2s`, `500ms`, `1m`. */

import { InvalidArgumentError } from 'commander';
import { formatDuration, parseDuration } from '../../config/forms.ts';

/** A parser for an option. Commander prints what was expected when the text is no duration or out of bounds. */
export function durationBetween(leastMs: number, mostMs: number): (text: string) => number {
  return (text) => {
    const ms = parseDuration(text);
    if (ms !== null && ms >= leastMs && ms <= mostMs) return ms;
    throw new InvalidArgumentError(
      `Expected a duration with its unit, ${formatDuration(leastMs)} to ${formatDuration(mostMs)}, such as 2s`,
    );
  };
}
