/** Who may ask what, what it costs, and what becomes of a question. */

import { expect, it } from 'vitest';
import { askQuestion } from '../../../ask/answers/ask-question.ts';
import type { Asking } from '../../../ask/answers/outcome.ts';
import type { AskContext, QuestionReader, Reading } from '../../../ask/reader.ts';
import type { ProblemBody } from '../../../errors.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Caller, Subject } from '../../../service/callers/caller.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import type { Principal } from '../../../store/access/sign-ins.ts';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));

/** Counts what is spent; a trainer's key sees its own trainer only. */
class ScriptedVisitor implements Visitor {
  readonly principal: Principal | null;
  readonly isSample = false;
  spent = 0;

  constructor(trainerId: string | null = null) {
    const role = trainerId === null ? 'owner' : 'trainer';
    this.principal = { key: { role, trainerId } as KeyFacts, via: 'key' };
  }

  see(subject: Subject): Caller | ProblemBody {
    const { trainerId = null } = this.principal?.key ?? {};
    if (trainerId !== null && subject.trainer !== trainerId) {
      return { detail: 'Its own only.', code: 'forbidden' };
    }
    const trainers = view.trainers.filter(({ id }) => trainerId === null || id === trainerId);
    return { principal: this.principal, view, trainers };
  }

  spend(): null {
    this.spent += 1;
    return null;
  }

  giveBack(): void {
    this.spent -= 1;
  }
}

const asking = (said: Partial<Asking> = {}): Asking => ({
  text: 'as scripted',
  prev: [],
  mode: 'list',
  most: null,
  sites: [],
  ...said,
});
const classes = { classesIn: async (seen: GymView) => tableOf(seen) };
const summary: Extract<Reading, { kind: 'query' }> = {
  kind: 'query',
  query: { measures: ['attended'], by: ['series'], from: '2026-11-18', to: '2026-11-18' },
  decontextualized: 'How many people came today?',
  assumed: ['Took “tody” for today.'],
};
it('an answer with figures is given back where nothing is known of the time, and where it fails', async () => {
  const visitor = new ScriptedVisitor();
  const askAbout = (day: string, classesIn: typeof classes.classesIn) => {
    const reading = {
      ...summary,
      query: { measures: ['attended'], from: day, to: day },
    } as Reading;
    return askQuestion(asking(), visitor, { reader: () => reading, classes: { classesIn } });
  };
  await askAbout('2025-01-01', classes.classesIn);
  expect(visitor.spent).toBe(0);
  const failing = askAbout('2024-12-31', () => Promise.reject(new Error('disk')));
  await expect(failing).rejects.toThrow('disk');
  expect(visitor.spent).toBe(0);
});

it('a key of a trainer is known by name, with its own classes and nobody else', async () => {
  let seen: AskContext | null = null;
  const reader: QuestionReader = (_, context) => {
    seen = context;
    const where = [['trainer', 'is', ['tom-ashworth']]] as const;
    return {
      ...summary,
      query: { measures: ['attended'], where, from: '2026-11-12', to: '2026-11-18' },
    };
  };
  const visitor = new ScriptedVisitor('tom-ashworth');
  const outcome = await askQuestion(asking(), visitor, { reader, classes });
  expect(outcome.kind).toBe('findings');
  expect(seen).toMatchObject({
    self: 'tom-ashworth',
    trainers: [{ id: 'tom-ashworth', name: 'Tom Ashworth' }],
  });
  expect((seen as AskContext | null)?.classNames).toContain('Power Ride');
  expect((seen as AskContext | null)?.classNames).not.toContain('Pilates Mat');
});

it.each([
  ['list', null, 12],
  ['list', 4, 4],
  ['summarize', null, 5],
  ['generate', null, 3],
] as const)('%s with %s has %d items', async (mode, most, items) => {
  const world = { reader: () => summary, classes };
  const outcome = await askQuestion(asking({ mode, most }), new ScriptedVisitor(), world);
  if (outcome.kind !== 'findings') throw new Error(outcome.kind);
  expect(outcome.findings.items).toHaveLength(items);
  expect(outcome.findings.summary).toContain('Attendance: ');
});
