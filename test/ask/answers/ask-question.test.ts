/** Who may ask what, what it costs, and what becomes of a question. */

import { describe, expect, it } from 'vitest';
import { type Asking, askQuestion } from '../../../ask/answers/ask-question.ts';
import type { QuestionReader, Reading, Surroundings } from '../../../ask/reader.ts';
import type { ProblemBody } from '../../../errors.ts';
import type { Caller, Subject } from '../../../service/callers/caller.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import type { Principal } from '../../../store/access/access.ts';
import type { KeyFacts } from '../../../store/access/key.ts';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));

/** Counts what is spent; a trainer's key sees its own trainer only. */
class ScriptedVisitor implements Visitor {
  readonly principal: Principal | null;
  readonly isSample = false;
  readonly subjects: Subject[] = [];
  spent = 0;
  refusal: ProblemBody | null = null;

  constructor(trainerId: string | null = null) {
    const role = trainerId === null ? 'owner' : 'trainer';
    this.principal = { key: { role, trainerId } as KeyFacts, via: 'key' };
  }

  see(subject: Subject): Caller | ProblemBody {
    this.subjects.push(subject);
    const { trainerId = null } = this.principal?.key ?? {};
    if (trainerId !== null && subject.trainer !== trainerId) {
      return { detail: 'Its own only.', code: 'forbidden' };
    }
    const trainers = view.trainers.filter(({ id }) => trainerId === null || id === trainerId);
    return { principal: this.principal, view, trainers };
  }

  spend(): ProblemBody | null {
    if (this.refusal === null) this.spent += 1;
    return this.refusal;
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
const reads =
  (reading: Reading): QuestionReader =>
  () =>
    reading;
const asOf = () => Promise.resolve(null);
const summary: Reading = {
  kind: 'query',
  query: { report: 'summary', date: '2026-11-18' },
  decontextualized: 'How many people came today?',
  assumed: ['Took “tody” for today.'],
};
const ofTrainer = (trainer: string): Reading => ({
  ...summary,
  query: { report: 'trainer', trainer, from: '2026-11-12', to: '2026-11-18' },
});

describe('an answer with figures', () => {
  it('costs one lookup and says what was assumed', async () => {
    const visitor = new ScriptedVisitor();
    const outcome = await askQuestion(asking(), visitor, {
      reader: reads(summary),
      gyms: { asOf },
    });
    expect(visitor.spent).toBe(1);
    expect(outcome).toMatchObject({
      kind: 'findings',
      gym: { gymId: 'demo', today: '2026-11-18' },
      decontextualized: 'How many people came today?',
    });
    expect(outcome.kind === 'findings' && outcome.findings.notes[0]).toBe('Took “tody” for today.');
  });

  it('is not made where no lookup is left', async () => {
    const visitor = new ScriptedVisitor();
    visitor.refusal = { detail: 'All used.', code: 'lookups_exhausted' };
    const outcome = await askQuestion(asking(), visitor, {
      reader: reads(summary),
      gyms: { asOf },
    });
    expect(outcome).toEqual({ kind: 'problem', body: visitor.refusal });
  });

  it('is given back where nothing is known of the time, and where it fails', async () => {
    const visitor = new ScriptedVisitor();
    const old: Reading = { ...summary, query: { report: 'summary', date: '2025-01-01' } };
    await askQuestion(asking(), visitor, { reader: reads(old), gyms: { asOf } });
    expect(visitor.spent).toBe(0);
    const failing = { asOf: () => Promise.reject(new Error('disk')) };
    const asked = askQuestion(asking(), visitor, { reader: reads(old), gyms: failing });
    await expect(asked).rejects.toThrow('disk');
    expect(visitor.spent).toBe(0);
  });
});

it.each([
  { kind: 'choice', text: 'Which?', options: ['One?', 'Two?'] },
  { kind: 'unclear', reason: 'not_understood', message: 'No.', suggestions: ['Today?'] },
] as const)('$kind costs nothing', async (reading) => {
  const visitor = new ScriptedVisitor();
  const outcome = await askQuestion(asking(), visitor, { reader: reads(reading), gyms: { asOf } });
  expect(outcome).toMatchObject({ ...reading, gym: { gymId: 'demo' } });
  expect(visitor.spent).toBe(0);
});

describe('a key of a trainer', () => {
  it('is told no money, of now or of long ago: the routes tell it none', async () => {
    const own = view.sessions.find(({ trainer }) => trainer !== null);
    const trainer = own?.trainer?.id ?? '';
    const moneyOf = async (visitor: Visitor, from: string, to: string) => {
      const query = { report: 'class', class: own?.name ?? '', trainer, from, to } as const;
      const world = { reader: reads({ ...summary, query }), gyms: { asOf: async () => view } };
      const outcome = await askQuestion(asking(), visitor, world);
      return outcome.kind === 'findings' ? JSON.stringify(outcome.findings) : outcome.kind;
    };
    const known = /"(profit|revenue|cost|pay|breakeven)[a-z_]*":[1-9-]|Profit:/;
    for (const [from, to] of [
      ['2026-10-08', '2026-11-18'],
      ['2026-09-20', '2026-10-31'],
    ] as const) {
      expect(await moneyOf(new ScriptedVisitor(), from, to)).toMatch(known);
      expect(await moneyOf(new ScriptedVisitor(trainer), from, to)).not.toMatch(known);
    }
  });

  it('is known by name, with its own classes and nobody else', async () => {
    let seen: Surroundings | null = null;
    const reader: QuestionReader = (_, surroundings) => {
      seen = surroundings;
      return ofTrainer('tom-ashworth');
    };
    const visitor = new ScriptedVisitor('tom-ashworth');
    const outcome = await askQuestion(asking(), visitor, { reader, gyms: { asOf } });
    expect(outcome.kind).toBe('findings');
    expect(seen).toMatchObject({
      self: 'tom-ashworth',
      trainers: [{ id: 'tom-ashworth', name: 'Tom Ashworth' }],
    });
    expect((seen as Surroundings | null)?.classNames).toContain('Power Ride');
    expect((seen as Surroundings | null)?.classNames).not.toContain('Pilates Mat');
  });

  it('sees no figures of another or of the gym, and pays nothing', async () => {
    const visitor = new ScriptedVisitor('tom-ashworth');
    for (const reading of [summary, ofTrainer('ben-carter')]) {
      const world = { reader: reads(reading), gyms: { asOf } };
      const outcome = await askQuestion(asking(), visitor, world);
      expect(outcome).toMatchObject({ kind: 'problem', body: { code: 'forbidden' } });
    }
    expect(visitor.spent).toBe(0);
  });

  it('sees its own classes in any report that is narrowed to it', async () => {
    const visitor = new ScriptedVisitor('tom-ashworth');
    const range = { from: '2026-11-12', to: '2026-11-18' };
    const own: Reading = {
      ...summary,
      query: { report: 'attendance', ...range, trainer: 'tom-ashworth' },
    };
    const outcome = await askQuestion(asking(), visitor, { reader: reads(own), gyms: { asOf } });
    expect(outcome.kind).toBe('findings');
    expect(visitor.subjects.at(-1)).toEqual({ trainer: 'tom-ashworth' });
  });
});

it('another gym is refused, with those that are known', async () => {
  const world = { reader: reads(summary), gyms: { asOf } };
  const outcome = await askQuestion(asking({ sites: ['rival'] }), new ScriptedVisitor(), world);
  expect(outcome).toMatchObject({ kind: 'problem', body: { code: 'invalid_question' } });
  expect(outcome.kind === 'problem' && outcome.body.detail).toContain('known are "demo" and "all"');
  const own = await askQuestion(asking({ sites: ['demo'] }), new ScriptedVisitor(), world);
  expect(own.kind).toBe('findings');
});

it.each([
  ['list', null, 13],
  ['list', 4, 4],
  ['summarize', null, 5],
  ['generate', null, 3],
] as const)('%s with %s has %d items', async (mode, most, items) => {
  const world = { reader: reads(summary), gyms: { asOf } };
  const outcome = await askQuestion(asking({ mode, most }), new ScriptedVisitor(), world);
  if (outcome.kind !== 'findings') throw new Error(outcome.kind);
  expect(outcome.findings.items).toHaveLength(items);
  const isProse = outcome.findings.summary.includes('Sunrise Ride, Wed 18 Nov 06:30');
  expect(isProse).toBe(mode === 'generate');
});
