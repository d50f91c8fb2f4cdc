/** The rooms as they are now. A count without its age is no count: an old one turns into a dash, with the reason. */

import type { RoomsReportBody } from '../../gym/reports/rooms.ts';
import { type Frame, isOperator } from '../data.ts';
import { age, counted, number, timeOf } from '../words/format.ts';

type Room = RoomsReportBody['rooms'][number];

/** Rooms that stand open on the page: what needs a person is said above, and the classes are to be in reach. Chosen here. */
const OPEN_ROOMS = 6;

export function Rooms({ rooms, frame }: { rooms: readonly Room[]; frame: Frame }) {
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
      {roomList(open, frame)}
      {isMany && (
        <details class="more">
          <summary>{counted(rooms.length - OPEN_ROOMS, 'more room')}</summary>
          {roomList(rooms.slice(OPEN_ROOMS), frame)}
        </details>
      )}
    </>
  );
}

function roomList(rooms: readonly Room[], frame: Frame) {
  return (
    <ul class="rooms">
      {rooms.map((room) => (
        <li key={room.id} class={`room is-${room.state}`}>
          <bdi class="name">{room.room}</bdi>
          {roomCount(room)}
          {sparkline(room)}
          {roomState(room, frame)}
        </li>
      ))}
    </ul>
  );
}

export function roomCount({ occupancy, state, capacity }: Room) {
  const people = state === 'live' ? occupancy : null;
  return (
    <span class="people">
      <span class="count">
        <span aria-hidden="true">{number(people)}</span>
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

export function roomState(room: Room, frame: Frame) {
  return <span class="state">{stateWords(room, Date.parse(frame.generatedAt))}</span>;
}

function stateWords({ state, updated_at: since }: Room, nowMs: number): string {
  if (state === 'no_camera') return 'No camera';
  if (state === 'live' && since !== null) {
    const seconds = (nowMs - Date.parse(since)) / 1_000;
    return seconds < NOW_S ? 'Just now' : `${age(seconds)} ago`;
  }
  return since === null ? 'Not counted yet' : `Not counted since ${timeOf(since)}`;
}

const HEIGHT = 28;

function sparkline({ minutes, capacity }: Room) {
  const known = minutes.flatMap((count) => count ?? []);
  if (known.length === 0) return null;
  const most = Math.max(4, capacity ?? 0, ...known);
  // A column for each minute; one without a count has none.
  const columns = minutes.map((count, at) =>
    count === null ? '' : `M${at} ${HEIGHT}V${(HEIGHT - 1) * (1 - count / most)}h1V${HEIGHT}`,
  );
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${minutes.length} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="attended" d={columns.join('')} />
    </svg>
  );
}
