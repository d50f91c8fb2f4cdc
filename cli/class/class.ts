/** `turnout class`: single classes, and what a person knows of them, told to the owner of the data. */

import { type Command, InvalidArgumentError } from 'commander';
import { TurnoutError } from '../../errors.ts';
import { addGroup, type CommandRow, flag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { calibrationJson, calibrationText } from './calibration-text.ts';
import { LIST } from './list.ts';

const CLASS = 'id of the class, see: turnout class list';
const FORCE = flag('--force', 'also more people than half as many again as there are places');

interface CorrectFlags {
  readonly attended?: number;
  readonly note?: string;
  readonly withdraw?: true;
  readonly force?: true;
}

const CORRECT: CommandRow<CorrectFlags> = {
  words: 'correct <class>',
  about: 'Say how many people were in a class; it overrides the count of the cameras',
  given: [CLASS],
  flags: [
    flag('--attended <people>', 'how many there were, without staff', people),
    flag('--note <text>', 'why, for those who look later'),
    flag('--withdraw', 'take the correction back'),
    FORCE,
  ],
  examples: ['turnout class correct cls_1a2b --attended 14'],
  answer: async ({ ask }, { attended, note = null, withdraw, force = false }, id) => {
    const example = `turnout class correct ${id} --attended 14`;
    oneOf({ where: 'class correct', flag: '--attended', example }, attended, withdraw);
    if (attended === undefined) {
      await ask('class.uncorrect', { class: id });
      return [
        { class: id, corrected: false },
        `Class ${id}: the correction is removed; the figure of the cameras or the import applies again.`,
      ];
    }
    await ask('class.correct', { class: id, attended, note, force });
    return [{ class: id, corrected: true, attended }, `Class ${id}: ${attended} attended.`];
  },
};

interface CountFlags {
  readonly people?: number;
  readonly room?: string;
  readonly withdraw?: true;
  readonly force?: true;
}

const COUNT: CommandRow<CountFlags> = {
  words: 'count <class>',
  about:
    'Note a true count: three or more give the room a factor, shown with the error before and after',
  given: [CLASS],
  flags: [
    flag('--people <people>', 'how many there were, without staff', people),
    flag('--room <id-or-name>', 'room they were in; default: the room of the class'),
    flag('--withdraw', 'take the true count back'),
    FORCE,
  ],
  examples: ['turnout class count cls_1a2b --people 14'],
  answer: async ({ ask }, { people: number, room = null, withdraw, force = false }, id) => {
    const example = `turnout class count ${id} --people 14`;
    oneOf({ where: 'class count', flag: '--people', example }, number, withdraw);
    if (number === undefined) {
      await ask('class.uncount', { class: id });
      return [{ class: id, counted: false }, `Class ${id}: the true count is removed.`];
    }
    const args = { class: id, people: number, room, force };
    const { roomId, calibration } = await ask('class.true_count', args);
    return [
      { class: id, people: number, room: roomId, calibration: calibrationJson(calibration) },
      `Class ${id}: a true count of ${number} is noted.\n${calibrationText(roomId, calibration)}`,
    ];
  },
};

export function registerClass(program: Command, context: CliContext): void {
  const about = 'List classes, correct who was there, note true counts';
  addGroup(program, context, ['class', about, 'turnout class list'], [LIST, CORRECT, COUNT]);
}

/** Either a number or its withdrawal. @throws `usage` */
function oneOf(
  { where, flag: named, example }: { where: string; flag: string; example: string },
  number: number | undefined,
  withdraw: true | undefined,
): void {
  if ((number === undefined) !== (withdraw === undefined)) return;
  throw new TurnoutError('usage', {
    where,
    expected: `either ${named} or --withdraw`,
    got: number === undefined ? 'none' : 'both',
    hint: `such as: ${example}`,
  });
}

function people(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 10_000) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of people, 0 to 10000');
}
