/** How the gym is by what the stream told last: a signal for each room and each class that runs, and the time of the server. */

import { batch, type Signal, signal } from '@preact/signals';
import type { SessionBody } from '../../../gym/reports/sessions/session-row.ts';
import type { RoomNow } from '../../parts/rooms.tsx';
import type { Hello } from './stream.ts';

export class Now {
  readonly #rooms = new Map<string, Signal<RoomNow>>();
  readonly #running = new Map<string, Signal<SessionBody>>();
  /** Rooms by the name that classes know them by. */
  readonly #names = new Map<string, string>();
  readonly #zone: Intl.DateTimeFormat;
  #serverMs: number;
  #toldAtMs = performance.now();
  /** By the clock of the server. */
  readonly ms: Signal<number>;
  /** When the server was heard last, as the gym's clocks show it. */
  readonly heardAt: Signal<string>;

  /** @param generatedAt Of the page. @param timezone Of the gym. */
  constructor(generatedAt: string, timezone: string) {
    const form = { hour: '2-digit', minute: '2-digit', timeZone: timezone } as const;
    this.#zone = new Intl.DateTimeFormat('en-GB', form);
    this.#serverMs = Date.parse(generatedAt);
    this.ms = signal(this.#serverMs);
    this.heardAt = signal(this.#zone.format(this.#serverMs));
  }

  room(id: string): Signal<RoomNow> | undefined {
    return this.#rooms.get(id);
  }

  running(id: string): Signal<SessionBody> | undefined {
    return this.#running.get(id);
  }

  /** Called each second: ages go on while nothing is heard. */
  turn(): void {
    this.ms.value = this.#serverMs + performance.now() - this.#toldAtMs;
  }

  heard(): void {
    this.turn();
    this.heardAt.value = this.#zone.format(this.ms.value);
  }

  setTime(serverTime: string): void {
    this.#serverMs = Date.parse(serverTime);
    this.#toldAtMs = performance.now();
  }

  setAll({ rooms, running, server_time }: Hello): void {
    batch(() => {
      this.setTime(server_time);
      for (const row of running) set(this.#running, row);
      for (const room of rooms) {
        this.#names.set(room.id, room.room);
        this.setRoom(room);
      }
      this.heard();
    });
  }

  setRooms(changed: readonly RoomNow[]): void {
    batch(() => {
      for (const room of changed) this.setRoom(room);
      this.heard();
    });
  }

  /** A class that runs has in it who is in its room, as the summary says it. */
  setRoom(room: RoomNow): void {
    set(this.#rooms, room);
    const name = this.#names.get(room.id);
    const occupancy_now = room.state === 'live' ? room.occupancy : null;
    for (const row of this.#running.values()) {
      if (row.value.room === name) row.value = { ...row.value, occupancy_now };
    }
  }

  setClass(row: SessionBody): void {
    set(this.#running, row);
  }
}

function set<Of extends { readonly id: string }>(known: Map<string, Signal<Of>>, is: Of): void {
  const there = known.get(is.id);
  if (there === undefined) known.set(is.id, signal(is));
  else there.value = is;
}
