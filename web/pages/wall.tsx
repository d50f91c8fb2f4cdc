/** What people at the door see: rooms and the next classes. No name of a person, no money. */

import type { Frame } from '../data.ts';
import type { WallClass, WallData } from '../model/days.ts';
import { Mark } from '../parts/icon.tsx';
import { roomCount, roomState } from '../parts/rooms.tsx';
import { Section } from '../parts/rows.tsx';
import { liveBadge } from '../parts/shell.tsx';
import { capitalised, date, dateOf, ofCapacity, timeOf } from '../words/format.ts';

export function wallPage({ rooms, classes }: WallData, frame: Frame) {
  return (
    <main class="wall" id="content" data-state="still">
      <header>
        <h1 class="gym">
          <Mark /> {capitalised(frame.gym)}
        </h1>
        <p>{date(frame.today)}</p>
        {liveBadge(frame)}
      </header>
      <Section id="now" title="In the rooms now">
        {rooms.length === 0 && <p class="empty">No room has a camera yet.</p>}
        <ul class="wall-rooms">
          {rooms.map((room) => (
            <li key={room.id} data-key={room.id}>
              {roomCount(room)}
              <bdi>{room.room}</bdi>
              {roomState(room, frame)}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="next" title="On now and next">
        {classes.length === 0 && <p class="empty">No more classes today or tomorrow.</p>}
        <ol class="wall-classes">
          {classes.map((one) => (
            <li key={one.id} data-key={one.id}>
              <time dateTime={one.starts_at}>
                {dateOf(one.starts_at) !== frame.today &&
                  `${date(dateOf(one.starts_at), 'weekday').slice(0, 3)} `}
                {timeOf(one.starts_at)}
              </time>
              <bdi class="name">{one.name}</bdi>
              <bdi>{one.room}</bdi>
              <span class="state">{stateWords(one)}</span>
            </li>
          ))}
        </ol>
      </Section>
    </main>
  );
}

function stateWords({ status, occupancy_now, capacity, ends_at }: WallClass): string | null {
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'in_progress') return null;
  const people = occupancy_now === null ? '' : `${ofCapacity(occupancy_now, capacity)} · `;
  return `${people}until ${timeOf(ends_at)}`;
}
