/** The parts of a page that are live: drawn by the server first, and here again in their place each time that they change. */

import { effect } from '@preact/signals';
import { type ComponentType, render } from 'preact';
import { WallState } from '../../pages/wall.tsx';
import { Badge } from '../../parts/live-badge.tsx';
import { RoomCount, RoomState } from '../../parts/rooms.tsx';
import { SessionLine } from '../../parts/session-row.tsx';
import type { Now } from './now.ts';

interface IslandProps {
  readonly now: Now;
  /** Of the room or the class. */
  readonly id: string;
  /** On the wall: the smallest number of people beside zero that is shown; 0 where each is. */
  readonly least: number;
}

/** On the wall nothing old is shown as if it were now. Source: as the numbers of other pages turn grey. */
const WALL_FORGETS_S = 40;

const ISLANDS: Readonly<Record<string, ComponentType<IslandProps>>> = {
  badge: ({ now }) => <Badge time={now.heardAt.value} />,
  count: ({ now, id }) => {
    const room = now.room(id)?.value;
    return room === undefined ? null : <RoomCount room={room} />;
  },
  // The stream of an owner, who opens the wall, has each number.
  'wall-count': ({ now, id, least }) => {
    const room = now.room(id)?.value;
    if (room === undefined) return null;
    const shown = { ...room, occupancy: atLeast(least, room.occupancy) };
    return <RoomCount room={shown} forgetS={WALL_FORGETS_S} />;
  },
  state: ({ now, id }) => {
    const room = now.room(id)?.value;
    return room === undefined ? null : <RoomState room={room} nowMs={now.ms.value} />;
  },
  session: ({ now, id }) => {
    const row = now.running(id)?.value;
    return row === undefined ? null : <SessionLine session={row} />;
  },
  'wall-class': ({ now, id, least }) => {
    const row = now.running(id)?.value;
    if (row === undefined) return null;
    return <WallState one={{ ...row, occupancy_now: atLeast(least, row.occupancy_now) }} />;
  },
};

function atLeast(least: number, people: number | null): number | null {
  return people === null || people === 0 ? people : Math.max(least, people);
}

const LIVE = '[data-live]';
const mounted = new Map<HTMLElement, () => void>();

/** Takes over the parts of which something is known; the rest stays as the server has drawn it. */
export function mountIslands(root: ParentNode, now: Now): void {
  for (const place of root.querySelectorAll<HTMLElement>(LIVE)) {
    const { live = '', id = '', least = '0' } = place.dataset;
    const Island = ISLANDS[live];
    const isKnown = live === 'badge' || now.room(id) !== undefined || now.running(id) !== undefined;
    if (Island === undefined || !isKnown || mounted.has(place)) continue;
    // In one turn: nobody sees it empty.
    place.replaceChildren();
    render(<Island now={now} id={id} least={Number(least)} />, place);
    mounted.set(place, () => render(null, place));
  }
  for (const place of root.querySelectorAll<HTMLElement>('[data-room]')) {
    const room = now.room(place.dataset['room'] ?? '');
    if (room === undefined || mounted.has(place)) continue;
    const end = effect(() => {
      place.className = `room is-${room.value.state}`;
    });
    mounted.set(place, end);
  }
}

/** Before a part of the page goes away. */
export function unmountIslands(root: Element): void {
  for (const [place, end] of mounted) {
    if (!root.contains(place)) continue;
    end();
    mounted.delete(place);
  }
}
