/** `turnout class`: single classes, and what a person knows of them, told to the owner of the data. */

import type { OwnerAnswer } from '../api/routes/owner/table.ts';
import { counted } from '../web/words/format.ts';
import { command, flag, typed, usageFault, whole } from './command.ts';

const CLASS_ID = 'id of the class, see: turnout schedule export';
const PEOPLE = whole(0, 10_000);
const FORCE = flag('--force', 'accept a count above 150 % of the capacity');

const CORRECT = command({
  words: 'correct <class>',
  about: 'Say how many people were in a class; it overrides the count of the cameras',
  given: [CLASS_ID],
  flags: [
    typed('--attended <people>', 'how many there were, without staff', PEOPLE),
    flag('--note <text>', 'why, for those who look later'),
    flag('--withdraw', 'take the correction back'),
    FORCE,
  ],
  examples: ['turnout class correct cls_1a2b --attended 14'],
  answer: async ({ ask }, { attended, note, withdraw, force }, id) => {
    oneOf('--attended', `turnout class correct ${id} --attended 14`, attended, withdraw);
    const path = { session_id: id };
    if (attended === undefined) {
      await ask('DELETE /sessions/{session_id}/correction', { path });
      return [
        { class: id, corrected: false },
        `Class ${id} has no correction now: the figure of the cameras or the import applies.`,
      ];
    }
    const body = { attended, note, force };
    await ask('PUT /sessions/{session_id}/correction', { path, body });
    return [{ class: id, corrected: true, attended }, `Class ${id}: ${attended} attended.`];
  },
});

const COUNT = command({
  words: 'count <class>',
  about:
    'Note a true count: three or more give the room a factor, shown with the error before and after',
  given: [CLASS_ID],
  flags: [
    typed('--people <people>', 'how many there were, without staff', PEOPLE),
    flag('--room <id-or-name>', 'room they were in; default: the room of the class'),
    flag('--withdraw', 'take the true count back'),
    FORCE,
  ],
  examples: ['turnout class count cls_1a2b --people 14'],
  answer: async ({ ask }, { people: number, room, withdraw, force }, id) => {
    oneOf('--people', `turnout class count ${id} --people 14`, number, withdraw);
    const path = { session_id: id };
    if (number === undefined) {
      await ask('DELETE /sessions/{session_id}/true-count', { path });
      return [{ class: id, counted: false }, `Class ${id} has no true count now.`];
    }
    const body = { people: number, room, force };
    const { after } = await ask('PUT /sessions/{session_id}/true-count', { path, body });
    return [
      { class: id, people: number, room: after.room, calibration: after },
      `Class ${id}: a true count of ${number} is noted.\n${calibrationText(after)}`,
    ];
  },
});

/** Either a number or its withdrawal. @throws `usage` */
function oneOf(named: string, example: string, number: number | undefined, withdraw?: true): void {
  if ((number === undefined) !== (withdraw === undefined)) return;
  const got = number === undefined ? 'none' : 'both';
  const where = example.split(' ').slice(1, 3).join(' ');
  throw usageFault(where, `either ${named} or --withdraw`, got, `such as: ${example}`);
}

type Factors = OwnerAnswer<'PUT /sessions/{session_id}/true-count'>['after'];

/** What the counted classes of a room make of its counts, for a person. */
export function calibrationText(room: Factors): string {
  const { room: id, classes, error_before: before, error_after: after } = room;
  if (before === null) {
    return `Room ${id}: no counted class has an estimate yet, so there is nothing to compare.`;
  }
  const of = counted(classes, 'counted class', 'counted classes');
  const error = `mean error ${peopleText(before.mean)} before`;
  if (after === null) {
    return `Room ${id}, ${of}: ${error}; no factor, which takes three classes and has to make the error smaller.`;
  }
  return `Room ${id}, ${of}: ${factorsText(room)}; ${error}, ${peopleText(after.mean)} after (each class judged by the others).`;
}

function factorsText({ factor, cameras }: Factors): string {
  if (cameras.length === 0) return `people × ${factor.toFixed(2)}`;
  return cameras.map((one) => `camera ${one.camera} × ${one.factor.toFixed(2)}`).join(', ');
}

function peopleText(error: number): string {
  return `${error.toFixed(1)} ${error === 1 ? 'person' : 'people'}`;
}

export const CLASS = command({
  words: 'class',
  about: 'Correct who was in a class, note true counts',
  examples: ['turnout class correct cls_1a2b --attended 14'],
  rows: [CORRECT, COUNT],
});
