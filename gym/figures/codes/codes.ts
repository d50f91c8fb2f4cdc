/** Values of a dimension as small numbers, and back: what groups and filters are made of. */

import { VERDICTS } from '../../reports/classes/verdict.ts';
import { foldName } from '../../sessions/fold-name.ts';
import {
  type DimensionName,
  QUALITY_WORDS,
  SOURCE_WORDS,
  STATUS_WORDS,
  WEEKDAYS,
} from '../dimensions.ts';
import type { FilterValue } from '../query.ts';
import { IS_CANCELLED, IS_SUBSTITUTE } from '../table/columns.ts';
import { dateOf } from '../table/wall.ts';
import { calendarCodes } from './calendar-codes.ts';
import { type Codes, partCodes, timeOf } from './code.ts';
import type { Span } from './span.ts';

const DAY_MINUTES = 1_440;

/** @param verdicts By series; empty where the query does not speak of verdicts. */
export function codesOf(dimension: DimensionName, span: Span, verdicts: Uint8Array): Codes {
  const { table, first, end, nowUtcMs } = span;
  const { columns } = table;
  switch (dimension) {
    case 'day':
    case 'week':
    case 'month':
      return calendarCodes(dimension, span);
    case 'weekday':
      return wordCodes(WEEKDAYS, (row) =>
        Math.floor((columns.minuteOfWeek[row] ?? 0) / DAY_MINUTES),
      );
    case 'hour':
      return {
        size: 24,
        at: (row) => Math.floor(((columns.minuteOfWeek[row] ?? 0) % DAY_MINUTES) / 60),
        wire: (code) => code,
        placesOf: (value) => (typeof value === 'number' ? [value] : []),
      };
    case 'part_of_day':
      return partCodes((row) => columns.minuteOfWeek[row] ?? 0);
    case 'start_time':
      return {
        size: DAY_MINUTES,
        at: (row) => (columns.minuteOfWeek[row] ?? 0) % DAY_MINUTES,
        wire: timeOf,
        placesOf: (value) => [minuteOf(value)],
      };
    case 'room':
      return {
        size: table.rooms.things.length,
        at: (row) => columns.room[row] ?? 0,
        wire: (code) => table.rooms.things[code]?.id ?? table.rooms.things[code]?.name ?? null,
        label: (code) => table.rooms.things[code]?.name ?? null,
        placesOf: (value) => {
          const text = typeof value === 'string' ? value : '';
          return found(table.rooms.find(text) ?? table.rooms.find(`?${foldName(text)}`));
        },
      };
    case 'trainer':
      return {
        size: table.trainers.things.length,
        at: (row) => columns.trainer[row] ?? 0,
        wire: (code) => table.trainers.things[code]?.id ?? null,
        label: (code) => table.trainers.things[code]?.name ?? null,
        placesOf: (value) => found(table.trainers.find(value === null ? null : String(value))),
      };
    case 'class':
      return {
        size: table.names.things.length,
        at: (row) => columns.name[row] ?? 0,
        wire: (code) => table.names.things[code]?.name ?? null,
        label: (code) => table.names.things[code]?.name ?? null,
        placesOf: (value) => found(table.names.find(foldName(String(value)))),
      };
    case 'series':
      return {
        size: table.series.things.length,
        at: (row) => columns.series[row] ?? 0,
        wire: (code) => table.classIdOf(code),
        label: (code) => seriesName(span, code),
        placesOf: (value) =>
          [...table.series.things.keys()].filter((code) => table.classIdOf(code) === value),
      };
    case 'session':
      return {
        size: end - first,
        at: (row) => row - first,
        wire: (code) => table.ids[first + code] ?? null,
        label: (code) => sessionName(span, first + code),
        placesOf: (value) => found(placeOfId(span, value)),
        isInOrder: true,
      };
    case 'quality':
      return wordCodes(QUALITY_WORDS, (row) => columns.quality[row] ?? 0);
    case 'source':
      return wordCodes(SOURCE_WORDS, (row) => columns.source[row] ?? 0);
    case 'status':
      return wordCodes(STATUS_WORDS, (row) => {
        if (((columns.flags[row] ?? 0) & IS_CANCELLED) !== 0) return 3;
        if (nowUtcMs < (columns.startsUtcMs[row] ?? 0)) return 0;
        return nowUtcMs < (columns.endsUtcMs[row] ?? 0) ? 1 : 2;
      });
    case 'substitute':
      return {
        size: 2,
        at: (row) => (((columns.flags[row] ?? 0) & IS_SUBSTITUTE) === 0 ? 0 : 1),
        wire: (code) => code === 1,
        placesOf: (value) => [value === true ? 1 : 0],
      };
    case 'verdict':
      return wordCodes(VERDICTS, (row) => verdicts[columns.series[row] ?? 0] ?? 0);
  }
}

/** One more than there are words stands for none. */
function wordCodes(words: readonly string[], at: (row: number) => number): Codes {
  return {
    size: words.length + 1,
    at,
    wire: (code) => words[code] ?? null,
    isNone: (code) => code === words.length,
    placesOf: (value) => [value === null ? words.length : words.indexOf(String(value))],
  };
}

function found(place: number | null): readonly number[] {
  return place === null ? [] : [place];
}

function minuteOf(value: FilterValue): number {
  const [hours = '', minutes = ''] = String(value).split(':');
  return Number(hours) * 60 + Number(minutes);
}

function placeOfId({ table, first, end }: Span, id: FilterValue): number | null {
  for (let row = first; row < end; row += 1) if (table.ids[row] === id) return row - first;
  return null;
}

function seriesName({ table }: Span, code: number): string {
  const { minuteOfWeek = 0, name = 0, room = 0 } = table.series.things[code] ?? {};
  const weekday = WEEKDAYS[Math.floor(minuteOfWeek / DAY_MINUTES)] ?? '';
  const when = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${timeOf(minuteOfWeek % DAY_MINUTES)}`;
  return joined([table.names.things[name]?.name, when, table.rooms.things[room]?.name]);
}

function sessionName({ table }: Span, row: number): string {
  const { columns } = table;
  const when = `${dateOf(columns.day[row] ?? 0)} ${timeOf((columns.minuteOfWeek[row] ?? 0) % DAY_MINUTES)}`;
  const name = table.names.things[columns.name[row] ?? 0]?.name;
  return joined([name, when, table.rooms.things[columns.room[row] ?? 0]?.name]);
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined).join(', ');
}
