/**
 * The rooms as they are now. A count without its age is no count: an old one turns into a dash, with the reason. What has a
 * `data-live` is drawn again in its place when the stream says so.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RoomsReportBody } from '../../gym/reads/rooms-read.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Frame } from '../data.ts';
import { FORGET_ROOMS_S, silentS } from '../state.ts';
import { EN } from '../words/en.ts';
import { counted, number, timeOf, UNKNOWN } from '../words/format.ts';
import { Ago } from './live-badge.tsx';

/** What the stream tells of a room. */
export type RoomNow = Pick<
  RoomsReportBody['rooms'][number],
  'id' | 'occupancy' | 'state' | 'updated_at'
>;

interface RoomsProps {
  readonly rooms: RoomsReportBody['rooms'];
  readonly frame: Frame;
}

/** Rooms that stand open on the page: what needs a person is said above, and the classes are to be in reach. Chosen here. */
const OPEN_ROOMS = 6;

export function Rooms({ rooms, frame }: RoomsProps) {
  if (rooms.length === 0) {
    return (
      <p class="empty">
        No room has a camera yet. Connect one: <code>{EN.steps.camera}</code>
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
  const nowMs = Date.parse(frame.generatedAt);
  return (
    <ul class="rooms">
      {rooms.map((room) => (
        <li key={room.id} class={`room is-${room.state}`} data-room={room.id}>
          <bdi class="name">{room.room}</bdi>
          <span class="people">
            <span data-live="count" data-id={room.id}>
              <RoomCount room={room} />
            </span>
            {room.capacity !== null && <span class="of"> of {number(room.capacity)}</span>}
          </span>
          <Sparkline minutes={room.minutes} capacity={room.capacity} />
          <span class="state" data-live="state" data-id={room.id}>
            <RoomState room={room} nowMs={nowMs} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RoomCountProps {
  readonly room: RoomNow;
  /** Seconds of silence from which the count is not shown any more. */
  readonly forgetS?: number;
}

export function RoomCount({ room, forgetS = FORGET_ROOMS_S }: RoomCountProps) {
  const { occupancy, state } = room;
  const isKnown = state === 'live' && occupancy !== null && silentS.value < forgetS;
  return (
    <Changing
      value={isKnown ? number(occupancy) : UNKNOWN}
      name={isKnown ? counted(occupancy, 'person', 'people') : 'not known'}
    />
  );
}

interface RoomStateProps {
  readonly room: RoomNow;
  readonly nowMs: number;
}

export function RoomState({ room: { state, updated_at }, nowMs }: RoomStateProps) {
  if (state === 'no_camera') return <>{EN.roomStates['no_camera']}</>;
  if (state === 'live') {
    return (
      <>
        counted <Ago since={updated_at} nowMs={nowMs} />
      </>
    );
  }
  const word = EN.roomStates[state] ?? state;
  return <>{updated_at === null ? `${word} yet` : `${word} since ${timeOf(updated_at)}`}</>;
}

/** A number with a mark for a second when it has changed; the style sheet leaves it out with reduced motion. */
function Changing({ value, name }: { readonly value: string; readonly name: string }) {
  const before = useRef(value);
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), 1_000);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <span class={isChanged ? 'count changed' : 'count'}>
      <span aria-hidden="true">{value}</span>
      <span class="unseen">{name}</span>
    </span>
  );
}
