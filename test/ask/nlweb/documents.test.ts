/** Answers as one document, in the words of each dialect. */

import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { ASK_ANSWER } from '../../../api/schemas/ask.ts';
import { ITEM } from '../../../ask/findings.ts';
import { answerDocument, placeOf } from '../../../ask/nlweb/documents.ts';
import { asks, found, place } from './outcomes.fixture.ts';

const faults = (body: unknown) => [...Value.Errors(ASK_ANSWER, body)];
it('0.55: as an app takes it', () => {
  const meta = { session_context: { conversation_id: 'c1' } };
  const prefer = { response_format: 'chatgpt_app' };
  const document = answerDocument(asks({ query: { text: 'a' }, prefer, meta }), found, place);
  expect(document).toMatchObject({ _meta: { ...meta, sample: true, numbers: { fill_rate: 0.8 } } });
  expect(document['content']).toEqual([{ type: 'text', text: 'It was 80% full.' }]);
  expect(document['structuredData']).toHaveLength(2);
  expect(faults(document)).toEqual([]);
});

it('legacy: has objects of schema.org, of types that it knows', () => {
  const [first] = found.findings.items;
  const types = ITEM.properties['@type'].enum;
  const items = types.flatMap((type) => (first ? [{ ...first, '@type': type }] : []));
  const all = { ...found, findings: { ...found.findings, items } };
  const document = answerDocument(asks({ query: 'a' }), all, place);
  const results = document['results'] as { schema_object: Record<string, unknown> }[];
  expect(results).toHaveLength(9);
  expect(results.map(({ schema_object: one }) => one['@context'])).toEqual(
    items.map(() => 'https://schema.org'),
  );
  // Of https://schema.org/docs/full.html.
  const known = ['Answer', 'Event', 'EventSeries', 'Observation', 'Person', 'Room'];
  for (const { schema_object: one } of results) expect(known).toContain(one['@type']);
});

/** Where figures can be read again. */

it('is the summary for the rooms now, and the question itself for all else', () => {
  expect(placeOf({ report: 'occupancy', where: [] }, 'Who?')).toBe('/v1/summary');
  const days = { from: '2026-11-18', to: '2026-11-18' };
  const timetable = { report: 'timetable', ...days, where: [], next: false } as const;
  expect(placeOf(timetable, 'How & why?')).toBe('/ask?query=How%20%26%20why%3F');
});
