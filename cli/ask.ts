/** `turnout ask`: a question in plain words about the own gym, answered from the history of this computer. */

import { localVisitor } from '../api/auth/visitor.ts';
import { askQuestion } from '../ask/answers/ask-question.ts';
import type { Outcome } from '../ask/answers/outcome.ts';
import { createReader } from '../ask/model/model-reader.ts';
import { silentLog } from '../runtime/log/log.ts';
import { command, EXIT, GYM_FLAG, usageFault } from './command.ts';
import { openLocalGym, sampleLines } from './own-gym.ts';

/** Bounds of a question, as those of `/ask`. */
const MAX_CHARACTERS = 500;

export const ASK = command({
  words: 'ask <question...>',
  about: 'Ask in plain words: from the history of this computer, without a key',
  given: ['the question, in English'],
  flags: [GYM_FLAG],
  examples: ['turnout ask "Which classes should I cut?"'],
  answer: async (world, { gym: gymId }, words) => {
    const text = words.join(' ').trim();
    if (text === '' || text.length > MAX_CHARACTERS) {
      const expected = `a question of 1 to ${MAX_CHARACTERS} characters`;
      throw usageFault('ask', expected, `${text.length} characters`);
    }
    const gym = await openLocalGym(world.dataDir(), gymId);
    const view = await gym.view();
    const asking = { text, prev: [], mode: 'summarize', most: null, sites: [] } as const;
    const reader = createReader({ model: () => gym.model, log: silentLog });
    const visitor = localVisitor(() => view, gym.isSample);
    const outcome = await askQuestion(asking, visitor, { reader, classes: gym });
    if (outcome.kind !== 'findings') process.exitCode = EXIT.fault;
    const [body, lines] = printed(outcome);
    return [
      { gym: gym.gymId, sample: gym.isSample, ...body },
      [...sampleLines(gym), ...lines].join('\n'),
    ];
  },
});

/** For programs, and for a person. */
function printed(outcome: Outcome): readonly [object, readonly string[]] {
  const asking = (questions: readonly string[]) =>
    questions.map((question) => `  turnout ask "${question}"`);
  const noted = (notes: readonly string[]) => notes.map((note) => `Note: ${note}`);
  switch (outcome.kind) {
    case 'findings': {
      const { summary, items, notes } = outcome.findings;
      const isAllInSummary = items.every(
        ({ name, description }) => description === summary || summary.includes(name),
      );
      const details = isAllInSummary ? [] : items.map(({ description }) => `  ${description}`);
      const body = { kind: 'answer', read_by: outcome.readBy, ...outcome.findings };
      return [body, [summary, ...details, ...noted(notes)]];
    }
    case 'choice': {
      const { kind, text, options } = outcome;
      return [{ kind, text, options }, [text, ...asking(options)]];
    }
    case 'unclear': {
      const { kind, reason, message, suggestions, notes = [] } = outcome;
      const lines = [message, 'You can ask:', ...asking(suggestions), ...noted(notes)];
      return [{ kind, reason, message, suggestions, notes }, lines];
    }
    case 'problem':
      return [{ kind: 'problem', ...outcome.body }, [outcome.body.detail]];
  }
}
