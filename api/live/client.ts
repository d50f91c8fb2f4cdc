/**
 * One client of the live stream. Nothing is queued for it: while it does not read, events are skipped and counted, and when it
 * reads again it is told once how everything is then.
 */

import type { Timers } from '../../runtime/timers.ts';
import type { Caller } from '../../service/callers/caller.ts';
import type { LiveOutlet } from '../http/message.ts';

/** Whom a stream is for. @param address Where it is, see `addressGroup`. */
export function audienceOf({ principal, view }: Caller, address: string) {
  const key = principal?.key;
  return {
    /** As the stream says it: a role, or `sample`. */
    role: key?.role ?? 'sample',
    /** Whose classes alone it sees; null for all. It sees no rooms then, as `/v1/rooms`. */
    trainerId: key?.role === 'trainer' ? (key.trainerId ?? '') : null,
    seesCameras: key?.role === 'owner' && key.gymId === view.gym.id,
    /** Null without a key. */
    keyId: key?.id ?? null,
    /** Whether it hangs on the wall: it sees rooms and classes, and of a class no more than the wall shows. */
    isScreen: key?.role === 'screen',
    /** Id of the browser's sign-in; null without one. */
    signInId: principal?.signIn?.id ?? null,
    /** Whether a token showed the key: it ends before the key does. */
    isToken: principal?.via === 'token',
    /** Whether it shows nothing that its gym gave out: no key, or a free one that anyone can make. */
    isStranger: key === undefined || key.role === 'free',
    address,
  };
}

export type Audience = ReturnType<typeof audienceOf>;

interface LiveClientParts {
  readonly audience: Audience;
  readonly outlet: LiveOutlet;
  readonly timers: Timers;
  /** Counted over all clients. */
  readonly tally: { behind: number; skipped: number };
  /** How everything is now. Built at the time of the call; resolves with what builds it. */
  readonly hello: () => Promise<() => Buffer>;
  /** Called once when it is over, whoever ended it. */
  readonly onOver: (client: LiveClient) => void;
  /** Which look at the gyms was the last one when it came. */
  readonly atLook: number;
}

/** Longest that a client may take nothing, ms. Stated in `live.ts`. */
const PATIENCE_MS = 60_000;

export class LiveClient {
  readonly audience: Audience;
  readonly atLook: number;
  readonly #parts: LiveClientParts;
  #isBehind = false;
  #isMissing = false;
  #isOver = false;

  constructor(parts: LiveClientParts) {
    this.#parts = parts;
    this.audience = parts.audience;
    this.atLook = parts.atLook;
  }

  /** @param events How many `bytes` are. */
  send(bytes: Buffer, events: number): void {
    if (this.#isOver) return;
    if (!this.#isBehind && this.#parts.outlet.tryWrite(bytes)) return;
    this.#parts.tally.skipped += events;
    this.#isMissing = true;
    if (!this.#isBehind) void this.#catchUp();
  }

  /** Says why, where the client reads, and ends. */
  end(bye: Buffer): void {
    if (this.#isOver) return;
    const { outlet } = this.#parts;
    const isTold = !this.#isBehind && outlet.tryWrite(bye);
    this.over();
    if (isTold) outlet.end();
    else outlet.cut();
  }

  /** The client has gone away, or was ended. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#setBehind(false);
    this.#parts.onOver(this);
  }

  async #catchUp(): Promise<void> {
    const { outlet, timers, hello } = this.#parts;
    this.#setBehind(true);
    const cancel = timers.after(PATIENCE_MS, () => outlet.cut());
    try {
      while (this.#isMissing && !this.#isOver) {
        if (!(await outlet.writable())) return;
        const build = await hello();
        if (this.#isOver) return;
        this.#isMissing = false;
        if (!(await outlet.write(build()))) return;
      }
      if (!this.#isOver) this.#setBehind(false);
    } catch {
      // Without a state of now it cannot go on: it comes again by itself.
      outlet.cut();
    } finally {
      cancel();
    }
  }

  #setBehind(isBehind: boolean): void {
    if (this.#isBehind === isBehind) return;
    this.#isBehind = isBehind;
    this.#parts.tally.behind += isBehind ? 1 : -1;
  }
}

type EventName = 'hello' | 'rooms' | 'class' | 'cameras' | 'tick' | 'bye';

export const EVENTS_TYPE = 'text/event-stream';

/** As the HTML standard has it, section 9.2. @param id Where a client that comes again goes on; null for what nobody goes on from. */
export function eventText(name: EventName, data: object, id: string | null): string {
  const line = id === null ? '' : `id: ${id}\n`;
  return `${line}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Ids of one run of the program: the run, and a number that only goes up. */
export class EventIds {
  readonly #boot: string;
  last = 0;

  /** @param boot Another one for each start, letters and digits. */
  constructor(boot: string) {
    this.#boot = boot;
  }

  next(): number {
    this.last += 1;
    return this.last;
  }

  text(sequence: number): string {
    return `${this.#boot}-${sequence}`;
  }

  /** The number in an id of this run that was given out; null for any other text. */
  read(text: string | undefined): number | null {
    const [, boot, digits] = /^([0-9a-z]+)-(\d{1,15})$/.exec(text ?? '') ?? [];
    const sequence = Number(digits);
    return boot === this.#boot && sequence <= this.last ? sequence : null;
  }
}
