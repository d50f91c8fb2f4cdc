/** `turnout class correct` and `turnout class count`: what a person knows of a class, told to the owner of the data. */

import { TurnoutError } from '../../errors.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { calibrationJson, calibrationText } from './calibration-text.ts';

export interface CorrectOptions {
  readonly attended?: number;
  readonly note?: string;
  readonly withdraw?: true;
  readonly force?: true;
}

export interface CountOptions {
  readonly people?: number;
  readonly room?: string;
  readonly withdraw?: true;
  readonly force?: true;
}

export async function correctClass(
  context: CliContext,
  id: string,
  { attended, note, withdraw, force }: CorrectOptions,
): Promise<void> {
  if ((attended === undefined) === (withdraw === undefined)) {
    throw new TurnoutError('usage', {
      where: 'class correct',
      expected: 'either --attended or --withdraw',
      got: attended === undefined ? 'none' : 'both',
      hint: `such as: turnout class correct ${id} --attended 14`,
    });
  }
  if (attended === undefined) {
    await askOwner({ ...asker(context), operation: 'class.uncorrect', args: { class: id } });
    context.print(
      { class: id, corrected: false },
      `Class ${id}: the correction is removed; the figure of the cameras or the import applies again.`,
    );
    return;
  }
  await askOwner({
    ...asker(context),
    operation: 'class.correct',
    args: { class: id, attended, note: note ?? null, force: force ?? false },
  });
  context.print({ class: id, corrected: true, attended }, `Class ${id}: ${attended} attended.`);
}

export async function countClass(
  context: CliContext,
  id: string,
  { people, room, withdraw, force }: CountOptions,
): Promise<void> {
  if ((people === undefined) === (withdraw === undefined)) {
    throw new TurnoutError('usage', {
      where: 'class count',
      expected: 'either --people or --withdraw',
      got: people === undefined ? 'none' : 'both',
      hint: `such as: turnout class count ${id} --people 14`,
    });
  }
  if (people === undefined) {
    await askOwner({ ...asker(context), operation: 'class.uncount', args: { class: id } });
    context.print({ class: id, counted: false }, `Class ${id}: the true count is removed.`);
    return;
  }
  const { roomId, calibration } = await askOwner({
    ...asker(context),
    operation: 'class.true_count',
    args: { class: id, people, room: room ?? null, force: force ?? false },
  });
  context.print(
    { class: id, people, room: roomId, calibration: calibrationJson(calibration) },
    [`Class ${id}: a true count of ${people} is noted.`, calibrationText(roomId, calibration)].join(
      '\n',
    ),
  );
}
