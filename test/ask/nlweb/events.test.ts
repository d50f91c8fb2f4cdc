/** Answers as events: named ones for 0.55, unnamed ones for the legacy dialect, in their order. */

import { expect, it } from 'vitest';
import type { Outcome } from '../../../ask/answers/outcome.ts';
import { answerEvents } from '../../../ask/nlweb/events.ts';
import { asks, choice, found, place } from './outcomes.fixture.ts';

interface Event {
  readonly name: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: JSON as a client reads it.
  readonly data: any;
}

/** As a client of the standard reads them. */
function eventsOf(
  members: Readonly<Record<string, unknown>>,
  outcome: Exclude<Outcome, { kind: 'problem' }>,
): Event[] {
  const told = answerEvents(asks(members), outcome, { ...place, nowUtcMs: 1_700_000_000_000 });
  return told
    .join('')
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n');
      const fieldOf = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
      return { name: fieldOf('event') ?? null, data: JSON.parse(fieldOf('data') ?? '') };
    });
}

const query = { text: 'How full was spin yesterday?' };

it('0.55: asks back', () => {
  const events = eventsOf({ query }, choice);
  expect(events.map(({ name }) => name)).toEqual(['start', 'content', 'elicitation', 'complete']);
  expect(events[2]?.data.elicitation.questions[0].options).toEqual(['Anna A?', 'Anna B?']);
});

const types = (events: readonly Event[]) => events.map(({ data }) => data.message_type);

it('legacy: begins, says what it ran, gives the results, and ends; no event has a name', () => {
  const events = eventsOf({ query: 'how full', conversation_id: 'c9' }, found);
  expect(events.every(({ name }) => name === null)).toBe(true);
  expect(types(events)).toEqual([
    'begin-nlweb-response',
    'sample_data',
    'decontextualized_query',
    'tool_selection',
    'intermediate_message',
    'result',
    'end-nlweb-response',
    'complete',
  ]);
  expect(events[0]?.data).toEqual({
    message_type: 'begin-nlweb-response',
    query: 'how full',
    conversation_id: 'c9',
    timestamp: 1_700_000_000_000,
  });
  const result = events.find(({ data }) => data.message_type === 'result')?.data;
  expect(result.content).toHaveLength(2);
  expect(result.message_id).toMatch(/^msg_1700000000000_[0-9a-f]{9}#4$/);
  expect(result.sender_info).toEqual({ id: 'nlweb_assistant', name: 'NLWeb Assistant' });
  expect(events.at(-2)?.data._meta.query).toEqual({ report: 'occupancy', where: [] });
});

it.each([
  ['summarize', 'summary'],
  ['generate', 'nlws'],
  ['list, summarize', 'summary'],
])('legacy: %s tells the answer in words before the results', (mode, type) => {
  const told = types(eventsOf({ query: 'how full', mode }, found));
  expect(told.indexOf(type)).toBe(told.indexOf('result') - 1);
});
