/** Outcomes of questions, and requests that ask them. */

import { readAskMembers } from '../../../api/routes/ask.ts';
import type { ChoiceOutcome, FoundOutcome } from '../../../ask/answers/outcome.ts';
import type { AskRequest } from '../../../ask/nlweb/request.ts';

const gym = { gymId: 'demo', isSample: true, today: '2026-11-18' };

export const found: FoundOutcome = {
  kind: 'findings',
  gym,
  decontextualized: 'How full was spin yesterday?',
  readBy: 'grammar',
  chart: null,
  findings: {
    query: { report: 'occupancy', where: [] },
    summary: 'It was 80% full.',
    notes: ['Took “spn” for spin.'],
    numbers: { fill_rate: 0.8 },
    items: [
      {
        '@type': 'Class',
        name: 'Spin',
        description: 'Spin: 80% full.',
        score: 100,
        figures: { fill_rate: 0.8 },
      },
      {
        '@type': 'Class',
        name: 'Yoga',
        description: 'Yoga: 40% full.',
        score: 99,
        figures: { fill_rate: 0.4 },
      },
    ],
  },
};
export const choice: ChoiceOutcome = {
  kind: 'choice',
  gym,
  text: 'Which Anna?',
  options: ['Anna A?', 'Anna B?'],
};
export const place = {
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  base: 'https://gym.test',
};

/** A request that asks with these members. */
export function asks(members: Readonly<Record<string, unknown>>): AskRequest {
  const reading = readAskMembers(members);
  if (reading.kind !== 'request') throw new Error(JSON.stringify(reading));
  return reading.request;
}
