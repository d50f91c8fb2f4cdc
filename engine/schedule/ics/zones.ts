/** What a TZID of a calendar means. */

import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { offsetMs } from '../../calendar/index.ts';
import type { FaultLog } from '../faults.ts';
import { wallInstant } from '../row/wall-instant.ts';
import type { CalendarComponent } from './components.ts';
import { readProperty } from './property.ts';

/** A clock on a wall: the instant of a time such as `2026-03-29T18:30:00`. */
export type WallClock = (wall: string) => number;

/**
 * Looks names up, best first: a name of the IANA data base, one with a prefix as Mozilla and Evolution write it, the
 * IANA name that the calendar's own definition carries, a name of Windows, the rules of the definition. A name that
 * means nothing is told once and taken as the gym's zone.
 */
export class ZoneTable {
  readonly #gymTimezone: string;
  readonly #faults: FaultLog;
  readonly #definitions = new Map<string, CalendarComponent>();
  readonly #clocks = new Map<string, WallClock>();

  constructor(components: readonly CalendarComponent[], gymTimezone: string, faults: FaultLog) {
    this.#gymTimezone = gymTimezone;
    this.#faults = faults;
    for (const component of components) {
      const name = valueIn(component, 'TZID');
      if (component.name === 'VTIMEZONE' && name !== null) this.#definitions.set(name, component);
    }
  }

  /** @param name null for a floating time, which is the gym's. */
  clockOf(name: string | null, line: number): WallClock {
    if (name === null) return ianaClock(this.#gymTimezone);
    const known = this.#clocks.get(name);
    if (known !== undefined) return known;
    const clock = this.#find(name) ?? this.#guess(name, line);
    this.#clocks.set(name, clock);
    return clock;
  }

  #find(name: string): WallClock | null {
    const definition = this.#definitions.get(name);
    const location = definition === undefined ? null : valueIn(definition, 'X-LIC-LOCATION');
    const iana = [name, prefixless(name), location, findIana(name)[0]].find(
      (candidate) => typeof candidate === 'string' && isIana(candidate),
    );
    if (typeof iana === 'string') return ianaClock(iana);
    return definition === undefined ? null : definedClock(definition);
  }

  #guess(name: string, line: number): WallClock {
    this.#faults.ignored({
      line,
      field: 'TZID',
      expected: 'a time zone of the IANA data base, of Windows or defined in the calendar',
      got: `${name}, taken as ${this.#gymTimezone}`,
    });
    return ianaClock(this.#gymTimezone);
  }
}

function ianaClock(timezone: string): WallClock {
  return (wall) => wallInstant(timezone, wall);
}

/** A zone by its own rules: ical.js reckons them. Null for a definition that cannot be read. */
function definedClock({ lines }: CalendarComponent): WallClock | null {
  const text = ['BEGIN:VTIMEZONE', ...lines.map((line) => line.text), 'END:VTIMEZONE'].join('\r\n');
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
    const clock: WallClock = (wall) => {
      const time = ICAL.Time.fromString(wall, null);
      time.zone = zone;
      return time.toUnixTime() * 1000;
    };
    return Number.isFinite(clock('2026-01-01T00:00:00')) ? clock : null;
  } catch {
    // Rules that ical.js cannot read are the same as none: the caller says so.
    return null;
  }
}

/** `/mozilla.org/20050126_1/Europe/London` */
function prefixless(name: string): string | null {
  return name.startsWith('/') ? name.split('/').slice(-2).join('/') : null;
}

function isIana(name: string): boolean {
  try {
    offsetMs(name, 0);
    return true;
  } catch {
    // Temporal throws a RangeError for a name that it does not know.
    return false;
  }
}

function valueIn({ lines }: CalendarComponent, name: string): string | null {
  const line = lines.find(({ text }) => text.toUpperCase().startsWith(name));
  const value = line === undefined ? undefined : readProperty(line)?.values[0];
  return typeof value === 'string' ? value : null;
}
