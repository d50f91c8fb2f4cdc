/** What people at the door see: rooms and the next classes. No name of a person, no money. */

import type { Frame, WallClass, WallData } from '../data.ts';
import { Mark } from '../parts/icon.tsx';
import { LiveBadge } from '../parts/live-badge.tsx';
import { RoomCount } from '../parts/rooms.tsx';
import { freshness } from '../state.ts';
import { EN } from '../words/en.ts';
import { capitalised, date, dateOf, number, timeOf } from '../words/format.ts';

export function Wall({ frame, content }: { readonly frame: Frame; readonly content: WallData }) {
  return (
    <main class={`wall is-${freshness.value}`} id="content">
      <header>
        <h1>
          <Mark /> {capitalised(frame.gym)}
        </h1>
        <p>{date(frame.today)}</p>
        <LiveBadge frame={frame} isFollowed />
      </header>
      <section aria-labelledby="now">
        <h2 id="now">Now in the rooms</h2>
        <ul class="wall-rooms">
          {content.rooms.map((room) => (
            <li key={room.id}>
              <span class="people">
                <RoomCount room={room} />
                {room.capacity !== null && <span class="of"> of {number(room.capacity)}</span>}
              </span>
              <bdi>{room.room}</bdi>
              {room.state !== 'live' && <span class="state">{EN.roomStates[room.state]}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">Next classes</h2>
        {content.classes.length === 0 ? (
          <p class="empty">No more classes today.</p>
        ) : (
          <ol class="wall-classes">
            {content.classes.map((one) => (
              <li key={one.id}>
                <time dateTime={one.starts_at}>
                  {dateOf(one.starts_at) !== frame.today &&
                    `${date(dateOf(one.starts_at), 'weekday').slice(0, 3)} `}
                  {timeOf(one.starts_at)}
                </time>
                <bdi class="name">{one.name}</bdi>
                <bdi class="place">{one.room}</bdi>
                <span class="state">{wallState(one)}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </main>
  );
}

function wallState({ status, occupancy_now, capacity, ends_at }: WallClass): string {
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'in_progress') return '';
  const people =
    occupancy_now === null
      ? ''
      : `${number(occupancy_now)}${capacity === null ? '' : ` of ${number(capacity)}`} · `;
  return `${people}until ${timeOf(ends_at)}`;
}
