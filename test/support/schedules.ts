/** Schedules for tests: fixtures, and texts written in the test, read as a gym in London would in March 2026. */

import { readFileSync } from 'node:fs';
import type { ParsedSchedule, ParseOptions, ScheduleEntry } from '../../gym/schedule/entry.ts';
import { parseSchedule } from '../../gym/schedule/parse.ts';
import { NO_NUMBERS } from '../../gym/sessions/class-fields.ts';
import { HOUR_MS } from './times.ts';

const FIXTURES = new URL('../fixtures/schedule/', import.meta.url);

/** Wednesday, 25 March 2026, four days before the clocks change. */
export const SCHEDULE_NOW = Date.UTC(2026, 2, 25, 12);

export const LONDON: ParseOptions = {
  format: 'auto',
  timezone: 'Europe/London',
  columns: {},
  window: { fromUtcMs: Date.UTC(2026, 1, 1), toUtcMs: Date.UTC(2026, 5, 1) },
  nowUtcMs: SCHEDULE_NOW,
};

export function parseFixture(name: string, options: Partial<ParseOptions> = {}): ParsedSchedule {
  return parseSchedule(readFileSync(new URL(name, FIXTURES)), { ...LONDON, ...options });
}

export function parseText(text: string, options: Partial<ParseOptions> = {}): ParsedSchedule {
  return parseSchedule(new TextEncoder().encode(text), { ...LONDON, ...options });
}

/** A class of an hour, about which the source says nothing but what is given. */
export function entryOf(
  externalId: string,
  said: Partial<ScheduleEntry> & Pick<ScheduleEntry, 'startsUtcMs'>,
): ScheduleEntry {
  return {
    externalId,
    name: 'Yoga',
    trainer: null,
    isSubstitute: false,
    room: null,
    endsUtcMs: said.startsUtcMs + HOUR_MS,
    isCancelled: false,
    ...NO_NUMBERS,
    ...said,
  };
}

/** What a file with these classes says. */
export function parsed(
  entries: readonly ScheduleEntry[],
  completeUtcMs: ParsedSchedule['completeUtcMs'] = null,
): ParsedSchedule {
  return { entries, faults: [], faultCount: 0, format: 'csv', shape: 'generic', completeUtcMs };
}

/** Starts as `2026-03-30T17:30Z`. */
export function startsOf({ entries }: ParsedSchedule): string[] {
  return entries.map(({ startsUtcMs }) => `${new Date(startsUtcMs).toISOString().slice(0, 16)}Z`);
}

/**
 * Each class as one line with all that its source says, such as
 * `1001 · Spin · Ben #56 · substitute · Hall · 2026-03-27T18:30Z 60 min · cancelled · capacity 20 · booked 17`.
 */
export function linesOf({ entries }: Pick<ParsedSchedule, 'entries'>): string[] {
  return entries.map((entry) => {
    const { externalId, name, trainer, room, startsUtcMs, endsUtcMs } = entry;
    const start = new Date(startsUtcMs).toISOString().replace(/:00\.000Z$/, 'Z');
    const id = trainer?.externalId == null ? '' : ` #${trainer.externalId}`;
    const who = trainer === null ? '' : `${trainer.name}${id}`;
    const times = `${start} ${(endsUtcMs - startsUtcMs) / 60_000} min`;
    const figures = Object.keys(NO_NUMBERS).map((field) => {
      const value = Reflect.get(entry, field);
      return value !== null && `${field} ${value}`;
    });
    const words = [externalId, name, who, room, times, entry.isCancelled && 'cancelled'];
    return [...words, ...figures].filter(Boolean).join(' · ');
  });
}

/** A calendar of events, each by its lines: of the UID `a` and called Yoga where they do not say. */
export function calendarOf(events: readonly (readonly string[])[], ...head: string[]): string {
  const bodies = events.flatMap((lines) => {
    const missing = ['UID:a', 'SUMMARY:Yoga'].filter(
      (line) => !lines.some((said) => said.startsWith(line.slice(0, 4))),
    );
    return ['BEGIN:VEVENT', ...missing, ...lines, 'END:VEVENT'];
  });
  return ['BEGIN:VCALENDAR', ...head, ...bodies, 'END:VCALENDAR'].join('\r\n');
}
