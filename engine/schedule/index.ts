/** Door of the schedule: what imports say about classes. */

export type { ImportFault, ParsedSchedule, ScheduleEntry } from './entry.ts';
