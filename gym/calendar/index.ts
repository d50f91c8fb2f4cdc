/** Door of the calendar: dates and times on a gym's wall. */

export {
  addDays,
  type CalendarDate,
  dateAt,
  datesRange,
  dayRange,
  formatInstant,
  type InstantRange,
  instantOf,
  offsetMs,
  timeAt,
  weekdayOf,
} from './zone.ts';
