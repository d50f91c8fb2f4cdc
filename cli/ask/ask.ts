/** `turnout ask`: a question in plain words about the own gym, answered from the history of this computer. */

import type { Command } from 'commander';
import { askLocally, type Outcome as LocalOutcome } from '../../api/ask-locally.ts';
import { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../fault.ts';
import { openLocalGym } from './local-gym.ts';

/** Bounds of a question, as those of `/ask`. */
const MAX_CHARACTERS = 500;

export function registerAsk(program: Command, context: CliContext): void {
  program
    .command('ask')
    .description('Ask in plain words: from the history of this computer, without a key')
    .argument('<question...>', 'the question, in English')
    .option('--gym <id>', 'the gym; default: the only one')
    .addHelpText('after', '\nExample:\n  turnout ask "Which classes should I cut?"')
    .action((words: string[], options: { gym?: string }) =>
      ask(context, words.join(' ').trim(), options.gym ?? null),
    );
}

async function ask(context: CliContext, text: string, gymId: string | null): Promise<void> {
  if (text === '' || text.length > MAX_CHARACTERS) {
    const expected = `a question of 1 to ${MAX_CHARACTERS} characters`;
    throw new TurnoutError('usage', { where: 'ask', expected, got: `${text.length}` });
  }
  const gym = await openLocalGym({ dataDir: context.dataDir(), gymId, clock: systemClock });
  const outcome = await askLocally({ text, ...gym, view: await gym.view() });
  const sample = gym.isSample
    ? ['There is no history on this computer yet: this is the sample gym, not yours.', '']
    : [];
  context.print(
    { gym: gym.gymId, sample: gym.isSample, ...answerJson(outcome) },
    [...sample, ...answerLines(outcome)].join('\n'),
  );
  if (outcome.kind !== 'findings') process.exitCode = EXIT.fault;
}

function answerJson(outcome: LocalOutcome): object {
  switch (outcome.kind) {
    case 'findings':
      return { kind: 'answer', read_by: outcome.readBy, ...outcome.findings };
    case 'choice':
      return { kind: 'choice', text: outcome.text, options: outcome.options };
    case 'unclear': {
      const { reason, message, suggestions, notes = [] } = outcome;
      return { kind: 'unclear', reason, message, suggestions, notes };
    }
    case 'problem':
      return { kind: 'problem', ...outcome.body };
  }
}

function answerLines(outcome: LocalOutcome): string[] {
  switch (outcome.kind) {
    case 'findings': {
      const { summary, items, notes } = outcome.findings;
      return [
        summary,
        // One thing alone is its own summary.
        ...items.flatMap(({ description }) =>
          description === summary ? [] : [`  ${description}`],
        ),
        ...notes.map((note) => `Note: ${note}`),
      ];
    }
    case 'choice':
      return [outcome.text, ...outcome.options.map((option) => `  turnout ask "${option}"`)];
    case 'unclear':
      return [
        outcome.message,
        'You can ask:',
        ...outcome.suggestions.map((question) => `  turnout ask "${question}"`),
        ...(outcome.notes ?? []).map((note) => `Note: ${note}`),
      ];
    case 'problem':
      return [outcome.body.detail];
  }
}
