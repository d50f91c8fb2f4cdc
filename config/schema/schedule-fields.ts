/** Fields of a class that a row of an import can speak of, under the names that `schedule[].columns` has for them. */

const NAMES =
  'id name trainer trainer_id room date time start weekday from until closed end duration capacity booked attended no_shows late_cancels waitlisted revenue status substitute';

type Split<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Split<Rest>
  : Text;

export type ScheduleField = Split<typeof NAMES>;

export const SCHEDULE_FIELDS = NAMES.split(' ') as readonly ScheduleField[];
