/** The rooms as they are now. A count without its age is no count: an old one turns into a dash, with the reason. */

import type { RoomsReportBody } from '../../gym/reports/rooms.ts';
import { type Frame, isOperator } from '../data.ts';
import { age, counted, number, timeOf, UNKNOWN } from '../words/format.ts';

type Room = RoomsReportBody['rooms'][number];

interface RoomsProps {
  readonly rooms: readonly Room[];
  readonly frame: Frame;
}

/** Rooms that stand open on the page: what needs a person is said above, and the classes are to be in reach. Chosen here. */
const OPEN_ROOMS = 6;

export function Rooms({ rooms, frame }: RoomsProps) {
  if (rooms.length === 0) {
    return (
      <p class="empty">
        No room has a camera yet. {isOperator(frame) && <a href="/setup/camera">Add a camera</a>}
      </p>
    );
  }
  const isMany = rooms.length > OPEN_ROOMS + 1;
  const open = isMany ? rooms.slice(0, OPEN_ROOMS) : rooms;
  return (
    <>
      <RoomList rooms={open} frame={frame} />
      {isMany && (
        <details class="more">
          <summary>{counted(rooms.length - OPEN_ROOMS, 'more room')}</summary>
          <RoomList rooms={rooms.slice(OPEN_ROOMS)} frame={frame} />
        </details>
      )}
    </>
  );
}

function RoomList({ rooms, frame }: RoomsProps) {
  return (
    <ul class="rooms">
      {rooms.map((room) => (
        <li key={room.id} class={`room is-${room.state}`}>
          <bdi class="name">{room.room}</bdi>
          <RoomCount room={room} />
          <Sparkline minutes={room.minutes} capacity={room.capacity} />
          <RoomState room={room} frame={frame} />
        </li>
      ))}
    </ul>
  );
}

export function RoomCount({ room: { occupancy, state, capacity } }: { readonly room: Room }) {
  const people = state === 'live' ? occupancy : null;
  return (
    <span class="people">
      <span class="count">
        <span aria-hidden="true">{people === null ? UNKNOWN : number(people)}</span>
        <span class="unseen">
          {people === null ? 'not known' : counted(people, 'person', 'people')}
        </span>
      </span>
      {capacity !== null && <span class="of"> of {number(capacity)}</span>}
    </span>
  );
}

/** Seconds that are now. Chosen here: a page is read again at least every 15. */
const NOW_S = 30;

export function RoomState({
  room: { state, updated_at },
  frame,
}: {
  readonly room: Room;
  readonly frame: Pick<Frame, 'generatedAt'>;
}) {
  return <span class="state">{wordsOf(state, updated_at, Date.parse(frame.generatedAt))}</span>;
}

function wordsOf(state: Room['state'], since: string | null, nowMs: number): string {
  if (state === 'no_camera') return 'No camera';
  if (state === 'live' && since !== null) {
    const seconds = (nowMs - Date.parse(since)) / 1_000;
    return seconds < NOW_S ? 'Just now' : `${age(seconds)} ago`;
  }
  const word = state === 'offline' ? 'No picture' : 'Not counted';
  return since === null ? `${word} yet` : `${word} since ${timeOf(since)}`;
}

const WIDTH = 120;
const HEIGHT = 28;

function Sparkline({ minutes, capacity }: { minutes: (number | null)[]; capacity: number | null }) {
  const known = minutes.flatMap((count) => count ?? []);
  if (known.length === 0) return null;
  const most = Math.max(4, capacity ?? 0, ...known);
  const across = WIDTH / minutes.length;
  // A column for each minute; one without a count has none.
  const columns = minutes.map((count, at) =>
    count === null
      ? ''
      : `M${at * across} ${HEIGHT}V${HEIGHT - 1 - (count / most) * (HEIGHT - 2)}h${across}V${HEIGHT}`,
  );
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="attended" d={columns.join('')} />
    </svg>
  );
}
