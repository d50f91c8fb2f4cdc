/** The rooms as they are now. A count without its age is no count: an old one turns into a dash, with the reason. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { RoomsReportBody } from '../../gym/reads/rooms-read.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Frame } from '../data.ts';
import { elapsedS, FORGET_ROOMS_S } from '../state.ts';
import { EN } from '../words/en.ts';
import { counted, number, timeOf, UNKNOWN } from '../words/format.ts';
import { Ago } from './live-badge.tsx';

type Room = RoomsReportBody['rooms'][number];

interface RoomsProps {
  readonly rooms: readonly Room[];
  readonly frame: Frame;
}

export function Rooms({ rooms, frame }: RoomsProps) {
  if (rooms.length === 0) {
    return <p class="empty">No room has a camera yet: npx turnout camera add connects one.</p>;
  }
  return (
    <ul class="rooms">
      {rooms.map((room) => (
        <li key={room.id} class={`room is-${room.state}`}>
          <bdi class="name">{room.room}</bdi>
          <span class="people">
            <RoomCount room={room} />
            {room.capacity !== null && <span class="of"> of {number(room.capacity)}</span>}
          </span>
          <Sparkline minutes={room.minutes} capacity={room.capacity} />
          <span class="state">
            <RoomState room={room} frame={frame} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function RoomCount({ room: { occupancy, state } }: { readonly room: Room }) {
  const isKnown = state === 'live' && occupancy !== null && elapsedS.value < FORGET_ROOMS_S;
  return (
    <Changing
      value={isKnown ? number(occupancy) : UNKNOWN}
      name={isKnown ? counted(occupancy, 'person', 'people') : 'not known'}
    />
  );
}

function RoomState({ room, frame }: { readonly room: Room; readonly frame: Frame }) {
  const { state, updated_at } = room;
  if (state === 'no_camera') return <>{EN.roomStates['no_camera']}</>;
  if (state === 'live') {
    return (
      <>
        counted <Ago since={updated_at} frame={frame} />
      </>
    );
  }
  const word = EN.roomStates[state] ?? state;
  return <>{updated_at === null ? word : `${word} since ${timeOf(updated_at)}`}</>;
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
