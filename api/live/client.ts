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
  readonly onOver: () => void;
  /** Which look at the gyms was the last one when it came. */
  readonly atLook: number;
}

/** Longest that a client may take nothing, ms. Stated in `live.ts`. */
const PATIENCE_MS = 60_000;

export type LiveClient = ReturnType<typeof liveClient>;

export function liveClient(parts: LiveClientParts) {
  const { audience, outlet, timers, tally, hello, onOver, atLook } = parts;
  let isBehind = false;
  let isMissing = false;
  let isOver = false;

  const setBehind = (is: boolean): void => {
    if (isBehind !== is) tally.behind += is ? 1 : -1;
    isBehind = is;
  };

  const catchUp = async (): Promise<void> => {
    setBehind(true);
    const cancel = timers.after(PATIENCE_MS, () => outlet.cut());
    try {
      while (isMissing && !isOver) {
        if (!(await outlet.writable())) return;
        const build = await hello();
        if (isOver) return;
        isMissing = false;
        if (!(await outlet.write(build()))) return;
      }
      setBehind(false);
    } catch {
      // Without a state of now it cannot go on: it comes again by itself.
      outlet.cut();
    } finally {
      cancel();
    }
  };

  /** The client has gone away, or was ended. */
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    setBehind(false);
    onOver();
  };

  return {
    audience,
    atLook,
    over,
    /** @param events How many `bytes` are. */
    send: (bytes: Buffer, events: number): void => {
      if (isOver || (!isBehind && outlet.tryWrite(bytes))) return;
      tally.skipped += events;
      isMissing = true;
      if (!isBehind) void catchUp();
    },
    /** Says why, where the client reads, and ends. */
    end: (bye: Buffer): void => {
      if (isOver) return;
      const wasSent = !isBehind && outlet.tryWrite(bye);
      over();
      if (wasSent) outlet.end();
      else outlet.cut();
    },
  };
}

type EventName = 'hello' | 'rooms' | 'class' | 'cameras' | 'tick' | 'bye';

/** As the HTML standard has it, section 9.2. @param id Where a client that comes again goes on; null for what nobody goes on from. */
export function eventText(name: EventName, data: object, id: string | null): string {
  const line = id === null ? '' : `id: ${id}\n`;
  return `${line}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Ids of one run of the program: the run, and a number that only goes up. @param boot Another one for each start, letters and digits. */
export function eventIds(boot: string) {
  let last = 0;
  return {
    last: () => last,
    next: () => {
      last += 1;
      return last;
    },
    text: (sequence: number) => `${boot}-${sequence}`,
    /** The number in an id of this run that was given out; null for any other text. */
    read: (text: string | undefined): number | null => {
      const [, of, digits] = /^([0-9a-z]+)-(\d{1,15})$/.exec(text ?? '') ?? [];
      return of === boot && Number(digits) <= last ? Number(digits) : null;
    },
  };
}

export type EventIds = ReturnType<typeof eventIds>;
