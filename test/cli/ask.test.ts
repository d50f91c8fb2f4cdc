/** `turnout ask`: the own gym answers without a key. */

import { expect, it } from 'vitest';
import { registerAsk } from '../../cli/ask.ts';
import { openTestHistory } from '../engine/history/folder.fixture.ts';
import { commandWorld } from './command-world.ts';

async function ask(dataDir: string, ...words: string[]) {
  const world = commandWorld(dataDir, registerAsk);
  await world.run('ask', ...words);
  const [answer] = world.printed;
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  return { value: answer?.value, text: answer?.text ?? '', exitCode };
}

it('says that the sample gym answers where nothing was counted yet', async () => {
  const { text, value } = await ask('/nowhere/at/all', 'which', 'classes', 'should', 'I', 'cut?');
  expect(text).toMatch(/^There is no history on this computer yet: this is the sample gym/);
  expect(value).toMatchObject({ sample: true, kind: 'answer' });
});

it('answers from the own history, and fails with questions to ask where it does not understand', async () => {
  const { dir } = await openTestHistory();
  const known = await ask(dir, 'which classes should I cut?');
  expect(known.value).toMatchObject({ sample: false });
  const unknown = await ask(dir, 'what is the meaning of life?');
  expect(unknown).toMatchObject({ value: { kind: 'unclear' }, exitCode: 1 });
  expect(unknown.text).toContain('You can ask:\n  turnout ask "');
});

it('says nothing twice', async () => {
  const { text } = await ask('/nowhere/at/all', 'How is Anna Petrova doing?');
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines.length).toBeGreaterThan(2);
  expect(new Set(lines).size).toBe(lines.length);
});

it('wants a question', async () => {
  await expect(ask('/nowhere', 'x'.repeat(501))).rejects.toMatchObject({ code: 'usage' });
});
