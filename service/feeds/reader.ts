/** Keeps the classes of all gyms up to date with the feeds of the configuration. */

import type { GymConfig } from '../../config/config.ts';
import { createRoomFinder, type RoomIdOf } from '../../gym/sessions/names.ts';
import { createQueue } from '../../runtime/timers.ts';
import { parseScheduleOffThread } from '../parsing/thread.ts';
import {
  type FeedStatus,
  type FeedTools,
  type FollowedFeed,
  type FollowedSource,
  followFeed,
} from './followed.ts';
import { readFeed } from './read-feed.ts';

/** A gym, as far as its feeds go. */
export type FeedGym = Pick<GymConfig, 'id' | 'timezone' | 'schedule' | 'rooms'>;

/** The last three are for tests. */
export type FeedReaderOptions = Pick<FeedTools, 'store' | 'clock' | 'timers' | 'log'> &
  Partial<Pick<FeedTools, 'random' | 'read' | 'parse'>>;

export function createFeedReader(options: FeedReaderOptions) {
  let roomFinders: ReadonlyMap<string, RoomIdOf> = new Map();
  const parse = options.parse ?? parseScheduleOffThread;
  // Threads that parse take a core and much memory each: one is enough for all feeds.
  const oneAtATime = createQueue();
  const tools: FeedTools = {
    random: Math.random,
    read: readFeed,
    roomsOf: (gymId) => roomFinders.get(gymId) ?? (() => null),
    ...options,
    parse: (...given) => oneAtATime(() => parse(...given)),
  };
  const feeds = new Map<string, FollowedFeed>();
  /** Sources that stay as they were go on; new and changed ones are read at once. To be called one after the other. */
  const applyConfig = async (wanted: readonly FeedGym[]): Promise<void> => {
    roomFinders = new Map(wanted.map((gym) => [gym.id, createRoomFinder(gym)]));
    const all = wanted.flatMap(({ id: gymId, timezone, schedule }) =>
      schedule.map((source): FollowedSource => ({ gymId, timezone, source })),
    );
    const sources = new Map(all.map((source) => [JSON.stringify(source), source]));
    const gone = [...feeds].filter(([key]) => !sources.has(key));
    for (const [key] of gone) feeds.delete(key);
    // A changed source is another one: the old one must have ended before the new one writes.
    await Promise.all(gone.map(([, feed]) => feed.stop()));
    for (const [key, source] of sources) {
      if (!feeds.has(key)) feeds.set(key, followFeed(source, tools));
    }
  };
  return {
    applyConfig,
    /** Each source as of its newest read; costs nothing. */
    states: (): FeedStatus[] => [...feeds.values()].map((feed) => feed.status()),
    /** Resolves once nothing is read any more. */
    stop: () => applyConfig([]),
  };
}
