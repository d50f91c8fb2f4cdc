/** What people at the door see: rooms and the next classes. No name of a person, no money. */

import type { Frame, WallClass, WallData } from '../data.ts';
import { Mark } from '../parts/icon.tsx';
import { LiveBadge } from '../parts/live-badge.tsx';
import { RoomCount, RoomState } from '../parts/rooms.tsx';
import { capitalised, date, dateOf, number, timeOf } from '../words/format.ts';

export function Wall({ frame, content }: { readonly frame: Frame; readonly content: WallData }) {
  const nowMs = Date.parse(frame.generatedAt);
  return (
    <main class="wall" id="content" data-state="still">
      <header>
        <h1>
          <Mark /> {capitalised(frame.gym)}
        </h1>
        <p>{date(frame.today)}</p>
        <LiveBadge frame={frame} isFollowed />
      </header>
      <section aria-labelledby="now">
        <h2 id="now">Now in the rooms</h2>
        {content.rooms.length === 0 ? (
          <p class="empty">No room has a camera yet.</p>
        ) : (
          <ul class="wall-rooms">
            {content.rooms.map((room) => (
              <li key={room.id} data-key={room.id}>
                <span class="people">
                  <span
                    data-live={isShown(room, content) ? 'wall-count' : undefined}
                    data-id={room.id}
                    data-least={content.leastShown ?? undefined}
                  >
                    <RoomCount room={room} />
                  </span>
                  {room.capacity !== null && <span class="of"> of {number(room.capacity)}</span>}
                </span>
                <bdi>{room.room}</bdi>
                <span class="state" data-live="state" data-id={room.id}>
                  <RoomState room={room} nowMs={nowMs} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="next">
        <h2 id="next">Next classes</h2>
        {content.classes.length === 0 ? (
          <p class="empty">No more classes today or tomorrow.</p>
        ) : (
          <ol class="wall-classes">
            {content.classes.map((one) => (
              <li key={one.id} data-key={one.id}>
                <time dateTime={one.starts_at}>
                  {dateOf(one.starts_at) !== frame.today &&
                    `${date(dateOf(one.starts_at), 'weekday').slice(0, 3)} `}
                  {timeOf(one.starts_at)}
                </time>
                <bdi class="name">{one.name}</bdi>
                <bdi class="place">{one.room}</bdi>
                <span
                  class="state"
                  data-live={
                    one.status === 'in_progress' && isShown(one, content) ? 'wall-class' : undefined
                  }
                  data-least={content.leastShown ?? undefined}
                  data-id={one.status === 'in_progress' ? one.id : undefined}
                >
                  <WallState one={one} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </main>
  );
}

/** Where there are fewer places than the least that is shown, no number may come from the stream either. */
function isShown(
  { capacity }: { readonly capacity: number | null },
  { leastShown }: WallData,
): boolean {
  return leastShown === null || capacity === null || capacity >= leastShown;
}

interface WallStateProps {
  readonly one: Pick<WallClass, 'status' | 'occupancy_now' | 'capacity' | 'ends_at'>;
}

export function WallState({ one: { status, occupancy_now, capacity, ends_at } }: WallStateProps) {
  if (status === 'cancelled') return <>cancelled</>;
  if (status !== 'in_progress') return null;
  const people =
    occupancy_now === null
      ? ''
      : `${number(occupancy_now)}${capacity === null ? '' : ` of ${number(capacity)}`} · `;
  return (
    <>
      {people}until {timeOf(ends_at)}
    </>
  );
}
