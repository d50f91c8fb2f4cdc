/** What a TZID of a calendar means. */

import { findIana } from 'windows-iana';
import { offsetMs } from '../../../calendar/zone.ts';
import type { FaultLog } from '../../faults.ts';
import { wallInstant } from '../../row/values/wall-instant.ts';
import type { CalendarComponent } from '../components.ts';
import { readProperty } from '../property.ts';
import { Budget } from '../recurrence.ts';
import type { WallClock, WallClocks } from './wall-clock.ts';
import { readZone, type ZoneRefusal } from './zone-rules.ts';

/** Periods and changes of the clock that the zones of one file may cost: some 300 zones that change twice a year. */
const BUDGET_STEPS = 100_000;

/**
 * Looks names up, best first: a name of the IANA data base, one with a prefix as Mozilla and Evolution write it, the
 * IANA name that the calendar's own definition carries, a name of Windows, the rules of the definition. A name that
 * means nothing is told once and taken as the gym's zone.
 */
export class ZoneTable implements WallClocks {
  readonly #gymTimezone: string;
  readonly #faults: FaultLog;
  readonly #definitions = new Map<string, CalendarComponent>();
  readonly #clocks = new Map<string, WallClock>();
  readonly #budget = new Budget(BUDGET_STEPS);

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
    const found = this.#find(name);
    const clock = typeof found === 'function' ? found : this.#guess(name, line, found);
    this.#clocks.set(name, clock);
    return clock;
  }

  #find(name: string): WallClock | ZoneRefusal | null {
    const definition = this.#definitions.get(name);
    const location = definition === undefined ? null : valueIn(definition, 'X-LIC-LOCATION');
    const iana = [name, prefixless(name), location, findIana(name)[0]].find(
      (candidate) => typeof candidate === 'string' && isIana(candidate),
    );
    if (typeof iana === 'string') return ianaClock(iana);
    return definition === undefined ? null : readZone(definition, this.#budget);
  }

  #guess(name: string, line: number, refusal: ZoneRefusal | null): WallClock {
    const { expected, got } = refusal ?? {
      expected: 'a time zone of the IANA data base, of Windows or defined in the calendar',
      got: name,
    };
    this.#faults.ignored({
      line: (refusal === null ? null : this.#definitions.get(name)?.line) ?? line,
      field: 'TZID',
      expected,
      got: `${got}, taken as ${this.#gymTimezone}`,
    });
    return ianaClock(this.#gymTimezone);
  }
}

function ianaClock(timezone: string): WallClock {
  return (wall) => wallInstant(timezone, wall);
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
