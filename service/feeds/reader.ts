/** Keeps the classes of all gyms up to date with the feeds of the configuration. */

import type { GymConfig } from '../../config/config.ts';
import type { FeedStatus } from '../../gym/schedule/entry.ts';
import { createRoomFinder, type RoomIdOf } from '../../gym/schedule/rooms.ts';
import { parseScheduleOffThread } from '../parsing/thread.ts';
import { type FeedTools, FollowedFeed, type FollowedSource } from './followed.ts';
import { readFeed } from './read-feed.ts';

/** A gym, as far as its feeds go. */
export type FeedGym = Pick<GymConfig, 'id' | 'timezone' | 'schedule' | 'rooms'>;

/** The last three are for tests. */
export type FeedReaderOptions = Pick<FeedTools, 'store' | 'clock' | 'timers' | 'log'> & {
  readonly gyms: readonly FeedGym[];
} & Partial<Pick<FeedTools, 'random' | 'read' | 'parse'>>;

export interface FeedReader {
  /** Sources that stay as they were go on; new and changed ones are read at once. */
  applyConfig(gyms: readonly FeedGym[]): Promise<void>;
  /** Each source as of its newest read; costs nothing. */
  states(): FeedStatus[];
  /** Resolves once nothing is read any more. */
  stop(): Promise<void>;
}

export function createFeedReader({ gyms, ...options }: FeedReaderOptions): FeedReader {
  let roomFinders: ReadonlyMap<string, RoomIdOf> = new Map();
  const tools: FeedTools = {
    random: Math.random,
    read: readFeed,
    roomsOf: (gymId) => roomFinders.get(gymId) ?? (() => null),
    ...options,
    parse: oneAtATime(options.parse ?? parseScheduleOffThread),
  };
  const feeds = new Map<string, FollowedFeed>();
  const applyConfig = async (wanted: readonly FeedGym[]) => {
    roomFinders = new Map(wanted.map((gym) => [gym.id, createRoomFinder(gym)]));
    const sources = new Map(sourcesOf(wanted).map((source) => [JSON.stringify(source), source]));
    const gone = [...feeds].filter(([key]) => !sources.has(key));
    for (const [key] of gone) feeds.delete(key);
    // A changed source is another one: the old one must have ended before the new one writes.
    await Promise.all(gone.map(([, feed]) => feed.stop()));
    for (const [key, source] of sources) {
      if (!feeds.has(key)) feeds.set(key, new FollowedFeed(source, tools));
    }
  };
  let applying = applyConfig(gyms);
  return {
    applyConfig: (wanted) => {
      applying = applying.then(() => applyConfig(wanted));
      return applying;
    },
    states: () => [...feeds.values()].map((feed) => feed.status()),
    stop: () => {
      applying = applying.then(() => applyConfig([]));
      return applying;
    },
  };
}

function sourcesOf(gyms: readonly FeedGym[]): FollowedSource[] {
  return gyms.flatMap(({ id, timezone, schedule }) =>
    schedule.map((source) => ({ gymId: id, timezone, source })),
  );
}

/** Threads that parse take a core and much memory each: one is enough for all feeds. */
function oneAtATime(parse: FeedTools['parse']): FeedTools['parse'] {
  let before: Promise<unknown> = Promise.resolve();
  return (bytes, options, limits) => {
    const mine = before.then(() => parse(bytes, options, limits));
    before = mine.catch(() => undefined);
    return mine;
  };
}
