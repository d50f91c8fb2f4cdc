/** What the page of an answer says where a question is not answered. */

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { answerData } from '../../../../api/routes/site/answer-page.ts';
import type { Visitor } from '../../../../service/callers/visitor.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { Answer } from '../../../../web/pages/answer.tsx';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));
const visitor: Visitor = {
  principal: null,
  isSample: false,
  see: () => ({ principal: null, view, trainers: view.trainers }),
  spend: () => null,
  giveBack: () => undefined,
};
const SILENT = 'The language model did not answer in time.';

it('shows that the language model did not answer, beside what the grammar says', async () => {
  const content = await answerData('how are the bicycles', visitor, {
    gyms: {
      asOf: async () => null,
      classesIn: () => Promise.reject(new Error('No figures are asked for.')),
    },
    reader: () => ({
      kind: 'unclear',
      reason: 'not_understood',
      message: 'Not understood: “bicycles”.',
      suggestions: ['How many people came today?'],
      notes: [SILENT],
    }),
  });
  expect(content.answer).toMatchObject({ kind: 'unclear', notes: [SILENT] });
  const page = renderToString(h(Answer, { content }));
  expect(page).toContain(SILENT);
  expect(page).toContain('Not understood: “bicycles”.');
});
