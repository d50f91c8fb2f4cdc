/** Door of the schedule: what imports say about classes, and the feeds they come from. */

export type { ImportFault, ParsedSchedule, ScheduleEntry } from './entry.ts';
export { type FeedRead, type ReadFeedOptions, readFeed } from '../../service/feeds/read-feed.ts';
export {
  createFeedReader,
  type FeedGym,
  type FeedReader,
  type FeedReaderOptions,
} from '../../service/feeds/reader.ts';
export type { FeedState, FeedStatus, FeedStore } from './feed-state.ts';
export type { ParseOptions, ScheduleFormat } from './options.ts';
export { createRoomFinder, matchRoom, type NamedRoom, type RoomIdOf } from './rooms.ts';
export { parseScheduleOffThread } from '../../service/parsing/thread.ts';
export { formatSchedule } from './write/write.ts';
