/** One gym as it is watched: looked at once a second while anybody listens, and a while longer for those who come again. */

import type { CameraSnapshot } from '../../engine/cameras/supervision/supervisor.ts';
import { formatInstant } from '../../gym/calendar/zone.ts';
import { type LastHour, publishedHour, roomsReport } from '../../gym/reports/rooms.ts';
import { sessionBody } from '../../gym/reports/session-row.ts';
import { asPublished, publishedRoom } from '../../gym/sessions/partial-view.ts';
import { statusAt } from '../../gym/sessions/session.ts';
import type { GymView, RoomView } from '../../gym/sessions/view.ts';
import { wallClass } from '../../web/model/days.ts';
import { type ClassChange, classChanges, recentChanges } from './changes.ts';
import { type Audience, type EventIds, eventText, type LiveClient } from './client.ts';

/** A camera as its owner is told of it: no address is in it. */
type LiveCamera = Pick<CameraSnapshot, 'id' | 'state' | 'reasons'>;

interface FeedParts {
  readonly ids: EventIds;
  /** Version of the program. */
  readonly build: string;
  /** Of the gym, as it is told. */
  readonly time: () => string;
  /** Null where the gym is no longer configured. */
  readonly look: () => GymView | null;
  readonly cameras: () => readonly LiveCamera[];
  readonly lastHour: (view: GymView) => Promise<LastHour>;
}

/** What one look found, in the order in which it is told. */
interface News {
  readonly text: string;
  /** For a screen, where that is another. */
  readonly wallText?: string;
  readonly isFor: (audience: Audience) => boolean;
}

export type Feed = ReturnType<typeof feedOf>;

/** @param first The gym as it is now. */
export function feedOf(parts: FeedParts, first: GymView) {
  const { ids } = parts;
  let view = first;
  const clients = new Set<LiveClient>();
  const ring = recentChanges(ids);
  let cameras = byId(parts.cameras());

  /** What builds the first bytes of a stream, see `hello`. */
  const helloBytes = (audience: Audience, hour: LastHour, lastId: string | undefined): Buffer => {
    const { role, trainerId, seesCameras, isScreen } = audience;
    const seen = isScreen ? asPublished(view) : view;
    const sequence = ids.read(lastId);
    const missed = sequence === null ? null : ring.since(sequence);
    const shown = isScreen ? publishedHour(seen, hour) : hour;
    const { gym_id, minutes_from, rooms } = roomsReport(seen, shown);
    const body = {
      build: parts.build,
      gym_id,
      server_time: parts.time(),
      role,
      resumed: missed !== null,
      minutes_from,
      rooms: trainerId === null ? rooms : [],
      running: runningRows(seen, audience),
    };
    const changed = [...cameras.values()].map((text) => JSON.parse(text) as LiveCamera);
    const classes = (missed ?? []).filter((one) => isSeen(audience, one.trainerId));
    // The id of the hello is that of what came last: before the missed events it would lose them if the line breaks here.
    const id = missed === null || classes.length === 0 ? ids.text(ids.last()) : null;
    const texts = [
      eventText('hello', body, id),
      ...(seesCameras ? [eventText('cameras', { changed }, null)] : []),
      ...classes.map(({ text, wallText }) => (isScreen ? wallText : text)),
    ];
    return Buffer.from(texts.join(''));
  };

  /**
   * Reads what a hello needs. What it resolves with builds the first bytes of a stream from how everything is at that moment:
   * whoever is added to `clients` in the same moment misses nothing.
   *
   * @param lastId What the client has; undefined for one that comes for the first time.
   */
  const hello = async (audience: Audience, lastId?: string): Promise<() => Buffer> => {
    const hour = await parts.lastHour(view);
    return () => helloBytes(audience, hour, lastId);
  };

  const greetAll = (): void => {
    for (const client of clients) {
      // By what each of them has it is a gap: everything is told again.
      void hello(client.audience).then(
        (build) => client.send(build(), 1),
        () => client.end(Buffer.from(eventText('bye', { reason: 'fault' }, null))),
      );
    }
  };

  const roomNews = (before: GymView): News[] => {
    const { rooms, gym } = view;
    if (before.rooms === rooms) return [];
    const textOf = (room: RoomView) => roomText(room, gym.timezone);
    const known = new Map(before.rooms.map((room) => [room.id, textOf(room)]));
    const changed = rooms.filter((room) => known.get(room.id) !== textOf(room));
    if (changed.length === 0) return [];
    const id = ids.text(ids.next());
    const text = (shown: readonly RoomView[]) =>
      eventText('rooms', { changed: shown.map((room) => JSON.parse(textOf(room))) }, id);
    const isFor = ({ trainerId }: Audience) => trainerId === null;
    const isHidden = gym.hidesSmallCounts === true;
    const wall = isHidden && { wallText: text(changed.map(publishedRoom)) };
    return [{ text: text(changed), ...wall, isFor }];
  };

  const cameraNews = (): News[] => {
    const before = cameras;
    cameras = byId(parts.cameras());
    const changed = [...cameras].flatMap(([id, text]) =>
      before.get(id) === text ? [] : [JSON.parse(text)],
    );
    if (changed.length === 0) return [];
    const text = eventText('cameras', { changed }, ids.text(ids.next()));
    return [{ text, isFor: ({ seesCameras }) => seesCameras }];
  };

  const classNews = (change: ClassChange): News => {
    const wallRow = sessionBody(change.session, asPublished(view));
    const { text, wallText, trainerId } = ring.add(change, wallRow);
    return { text, wallText, isFor: (audience) => isSeen(audience, trainerId) };
  };

  /** The bytes are made once for all who see the same. */
  const tell = (news: readonly News[]): void => {
    const made = new Map<string, { readonly bytes: Buffer; readonly events: number }>();
    for (const client of clients) {
      const { audience } = client;
      const { isScreen } = audience;
      const key = `${audience.seesCameras} ${isScreen} ${audience.trainerId}`;
      let one = made.get(key);
      if (one === undefined) {
        const seen = news
          .filter(({ isFor }) => isFor(audience))
          .map(({ text, wallText = text }) => (isScreen ? wallText : text));
        one = { bytes: Buffer.from(seen.join('')), events: seen.length };
        made.set(key, one);
      }
      if (one.events > 0) client.send(one.bytes, one.events);
    }
  };

  return {
    clients,
    /** Looks in a row at which nobody listened. */
    idleLooks: 0,
    hello,
    time: parts.time,
    /** Tells each client what has changed, in one write. False where the gym is gone. */
    look: (): boolean => {
      const now = parts.look();
      if (now === null) return false;
      const before = view;
      view = now;
      const changes = classChanges(before, view);
      const news = [...roomNews(before), ...cameraNews()];
      if (changes === null) {
        ring.clear();
        greetAll();
        return true;
      }
      news.push(...changes.map(classNews));
      if (news.length > 0) tell(news);
      return true;
    },
  };
}

function isSeen({ trainerId }: Audience, ofTrainerId: string | null): boolean {
  return trainerId === null || trainerId === ofTrainerId;
}

function roomText({ id, occupancy, state, updatedUtcMs }: RoomView, timezone: string): string {
  const at = updatedUtcMs === null ? null : formatInstant(timezone, updatedUtcMs);
  return JSON.stringify({ id, occupancy, state, updated_at: at });
}

function byId(cameras: readonly LiveCamera[]): ReadonlyMap<string, string> {
  return new Map(
    cameras.map(({ id, state, reasons }) => [id, JSON.stringify({ id, state, reasons })]),
  );
}

/** The classes that run now. */
function runningRows(view: GymView, { trainerId, isScreen }: Audience) {
  const rows = view.sessions
    .filter(
      (session) =>
        statusAt(session, view.nowUtcMs) === 'in_progress' &&
        (trainerId === null || session.trainer?.id === trainerId),
    )
    .map((session) => sessionBody(session, view));
  return isScreen ? rows.map(wallClass) : rows;
}
