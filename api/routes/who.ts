/** `/who` of NLWeb: which gyms a question can be asked of, by whoever asks. Nothing is charged, and no figure is in it. */

import { Type } from 'typebox';
import { contextOf } from '../../ask/answers/ask-question.ts';
import { faultDocument } from '../../ask/nlweb/documents.ts';
import { createGrammar } from '../../ask/read/grammar.ts';
import type { Question } from '../../ask/reader.ts';
import { fields, object } from '../../gym/reports/field.ts';
import { foldName } from '../../gym/sessions/names.ts';
import { ownTrainerOf } from '../../service/callers/caller.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { Guard } from '../auth/guard.ts';
import { refusalOf } from '../auth/refusals.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import type { App } from './app.ts';
import { readAsk } from './ask.ts';
import { type Route, route } from './route.ts';

const read = createGrammar();

/** Source: NLWeb. */
const MAX_SITES = 10;

const SITE = fields({
  '@type': Type.Literal('Site'),
  name: Type.String(),
  site: Type.String({ description: 'As `site` of `/ask` has it.' }),
  url: Type.String({ description: 'Asks the question there.' }),
  score: Type.Integer({ description: '100 where the question names the gym, else 60.' }),
  description: Type.String(),
  query: Type.String({ description: 'The question.' }),
});

const WHO = object('WhoAnswer', 'None: no gym can answer it.', {
  results: Type.Array(SITE, { maxItems: MAX_SITES }),
});

export function whoRoute(app: App): Route {
  return route({
    name: 'GET /who',
    operationId: 'who',
    summary: 'Which gyms can answer a question.',
    description:
      'NLWeb: the gyms that the key sees and that the question can be asked of, those that it names first. Without a key it is the sample gym. Costs no lookup.',
    credentials: 'optional',
    errors: ['forbidden'],
    queryTexts: { query: Type.String({ description: 'The question.' }) },
    response: WHO,
    answer: (request, guard) => answer(app, request, guard),
  });
}

async function answer(app: App, request: ApiRequest, guard: Guard): Promise<Answer> {
  const reading = readAsk(request);
  if (reading.kind === 'fault')
    return { status: 400, value: faultDocument(reading.fault, 'legacy') };
  const visitor = guard.enter(request, { resource: 'service', isOpen: true });
  if ('status' in visitor) return visitor;
  if (reading.kind === 'nothing') return { status: 200, value: { results: [] } };
  const { text } = reading.request;
  const gyms = await gymsFor(reading.request, visitor, app);
  if ('code' in gyms) return refusalOf(gyms);
  const isNamed = ({ name }: { readonly name: string }) => foldName(text).includes(foldName(name));
  const results = gyms
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .slice(0, MAX_SITES)
    .map((gym) => ({
      '@type': 'Site',
      name: gym.name,
      site: gym.id,
      url: `${app.base()}/ask?${new URLSearchParams({ site: gym.id, query: text })}`,
      score: isNamed(gym) ? 100 : 60,
      description: `Attendance, classes, trainers, rooms and money of ${gym.name}.`,
      query: text,
    }));
  return { status: 200, value: { results } };
}

/** Over several gyms each may be asked; of one it is known whether it is understood. */
async function gymsFor(question: Question, visitor: Visitor, { chain }: App) {
  const scope = visitor.principal?.key.scope;
  if (scope !== undefined && chain !== undefined) return chain.gyms(scope);
  const caller = visitor.see({ isOwn: true });
  if ('code' in caller) return caller;
  const { id, name = id } = caller.view.gym;
  // The reader of one gym does not know its name.
  const text = question.text.toLowerCase().replace(name.toLowerCase(), '');
  const named = contextOf(caller, ownTrainerOf(visitor));
  const reading = await read({ ...question, text }, named);
  return reading.kind === 'unclear' ? [] : [{ id, name }];
}
