/** Door of the schedule: what imports say about classes, and the feeds they come from. */

export { type Crowds, findCrowds } from './crowds.ts';
export { COLUMNS_HINT } from './csv/csv.ts';
export type { ImportFault, ParsedSchedule, PassedOver, ScheduleEntry } from './entry.ts';
export { type FeedRead, type ReadFeedOptions, readFeed } from './feed/read-feed.ts';
export {
  createFeedReader,
  type FeedGym,
  type FeedReader,
  type FeedReaderOptions,
} from './feed/reader.ts';
export type { FeedState, FeedStatus, FeedStore } from './feed/state.ts';
export { findOddOnes, type OddOne } from './odd-ones.ts';
export type { ParseOptions, ScheduleFormat } from './options.ts';
export { createRoomFinder, matchRoom, type NamedRoom, type RoomIdOf } from './rooms.ts';
export { parseScheduleOffThread } from './thread.ts';
export { type UnderstoodField, understoodFields } from './understood.ts';
export { formatSchedule } from './write/write.ts';
