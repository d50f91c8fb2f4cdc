/** Body of the report on one class: all its weekdays and times, week by week, and what it earns. */

import { type Static, Type } from 'typebox';
import { CLASS_MONEY, CURRENCY, TOTALS } from '../money/money.ts';
import { CLASSES, RANGE } from './attendance.ts';
import { CLASS_FACTS, CLASS_FIGURES } from './class-row.ts';
import { closed, difference, HEAD, nullable } from './field.ts';
import { CLASS_EXTENT } from './performance.ts';
import { SESSION } from './session.ts';

const WEEK = Type.Object(
  { ...RANGE, ...CLASSES },
  {
    ...closed,
    title: 'ClassWeek',
    description: 'A calendar week from Monday, cut at the ends of the range.',
  },
);

const SERIES = Type.Object(
  { ...CLASS_FACTS, ...CLASS_FIGURES, ...CLASS_EXTENT, ...CLASS_MONEY },
  {
    ...closed,
    title: 'ClassSeries',
    description: 'The class on one weekday, at one time, in one room.',
  },
);

export const CLASS_SERIES = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    name: Type.String({ description: 'Name of the class.' }),
    class_id: nullable(
      Type.String({ description: 'Of the one weekday and time asked for; null is all of them.' }),
    ),
    ...CLASSES,
    trend: difference(
      'Fill of the second half of the range minus that of the first; of two weeks or more.',
    ),
    currency: CURRENCY,
    money: TOTALS,
    weeks: Type.Array(WEEK, {
      maxItems: 7,
      description: 'The weeks of the range, those without classes too; the last 7.',
    }),
    series: Type.Array(SERIES, { maxItems: 100, description: 'By weekday and time.' }),
    occurrences: Type.Array(SESSION, {
      maxItems: 100,
      description: 'By start, cancelled and future ones too; the last 100.',
    }),
  },
  { ...closed, title: 'ClassReport', description: 'One class over a range of dates.' },
);

export type ClassSeriesBody = Static<typeof CLASS_SERIES>;
