/** The class schedule that `turnout init` is given: opened and read once before it is written down. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { messageOf, TurnoutError } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { parseScheduleOffThread } from '../../service/parsing/thread.ts';
import { absolute, isAddress } from '../address.ts';
import { readSchedule } from '../schedule/import.ts';
import { counted } from '../terminal/counted.ts';
import type { Prompts } from './prompts.ts';
import { usageFault } from './usage-fault.ts';

/** How a schedule is tried out. */
export interface ScheduleTrial {
  /** Whether it is opened at all. */
  readonly isWanted: boolean;
  /** Reads it; what it holds, in words. Throws why it cannot be read. */
  open(place: string, timezone: string): Promise<string>;
}

const WEEK_MS = 7 * 86_400_000;
/** How much of a calendar counts as "holds classes": what lies a season ahead or behind. Chosen here. */
const WEEKS = 13;

/** An address as it is; a path from the root, with `~` as the home folder. */
export function placeOfSchedule(typed: string): string {
  const path = /^~(?=[\\/]|$)/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  return absolute(path);
}

/** Reads a schedule as a server would. Rejects with `usage`, `feed_…` and `schedule_…`; no sentence holds an address. */
export async function openSchedule(place: string, timezone: string): Promise<string> {
  if (!isAddress(place) && !existsSync(place)) {
    const got = `no file ${basename(place)}`;
    throw usageFault(
      'schedule',
      'a file that exists, or an address',
      got,
      'check its name and folder',
    );
  }
  const nowUtcMs = Date.now();
  const parsed = await parseScheduleOffThread(await readSchedule(place, process.stdin), {
    format: 'auto',
    timezone,
    columns: {},
    window: { fromUtcMs: nowUtcMs - WEEKS * WEEK_MS, toUtcMs: nowUtcMs + WEEKS * WEEK_MS },
    takesAllSingles: true,
    nowUtcMs,
  });
  const count = parsed.entries.length;
  if (count > 0) return counted(count, 'class', 'classes');
  const [fault] = parsed.faults;
  throw new TurnoutError('schedule_unreadable', {
    where: isAddress(place) ? 'schedule' : place,
    expected: fault === undefined ? 'at least one class' : fault.expected,
    got: fault === undefined ? 'none' : fault.got,
    hint: 'try it with: turnout schedule import --preview, which names the columns',
  });
}

/** Asks for the schedule until it can be read, is left out, or is to be written down all the same; null for none. */
export async function askSchedule(
  prompts: Prompts,
  timezone: string,
  trial: ScheduleTrial,
): Promise<string | null> {
  for (;;) {
    const typed = await prompts.text({
      message: 'Address or file of the class schedule: .ics, .csv, .xlsx or .json (empty: later)',
      isOptional: true,
      example: 'https://calendar.example/classes.ics',
      fault: scheduleFault,
    });
    if (typed === '') return null;
    const place = placeOfSchedule(typed);
    const next = trial.isWanted ? await tryOut(prompts, place, timezone, trial) : 'keep';
    if (next === 'leave') return null;
    if (next === 'keep') return place;
  }
}

async function tryOut(
  prompts: Prompts,
  place: string,
  timezone: string,
  trial: ScheduleTrial,
): Promise<'keep' | 'again' | 'leave'> {
  const end = prompts.wait('reading the schedule');
  try {
    end(`The schedule can be read: ${await trial.open(place, timezone)}.`);
    return 'keep';
  } catch (error) {
    end(`The schedule cannot be read. ${redactText(messageOf(error))}.`);
    return prompts.choose('What now?', [
      { value: 'again', label: 'type it again' },
      { value: 'keep', label: 'write it down as it is: the server goes on trying' },
      { value: 'leave', label: 'leave the schedule out' },
    ]);
  }
}

/** As the configuration takes it: an address of these kinds, or a path. One letter and a colon is a drive of Windows. */
function scheduleFault(text: string): string | null {
  const isRight =
    /^(?:https?|webcals?):\/\/[^\s/]/.test(text) || !/^[a-z][a-z0-9+.-]+:/i.test(text);
  return isRight ? null : 'an address with https://, http:// or webcal://, or a file';
}
