/** Bodies of `/ask`: requests and answers of NLWeb, the legacy dialect and 0.55. */

import { type TProperties, Type } from 'typebox';
import { ITEM, MAX_ITEMS } from '../../ask/findings.ts';
import { QUERY } from '../../ask/query.ts';
import {
  fields,
  flag,
  list,
  object,
  optional,
  part,
  text,
  words,
} from '../../gym/reports/field.ts';
import { covered } from '../../gym/reports/period.ts';

const open = { additionalProperties: true } as const;
/** An object with these members, and any others. */
export const openObject = <Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
) => Type.Object(members, { ...open, title, description });
/** The same without a name of its own; all of the members may be left out. */
const opened = (members: TProperties) => Type.Object(optional(members), open);
const texts = (description: string) =>
  Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 1_000 })], { description });
const STREAMING = flag('Server-sent events; if absent, the header `Accept` decides.');
const MODE = text(
  '`list` (default), `summarize` or `generate`, which is made from templates, never by a language model.',
);
const QUESTION = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A question in a sentence: “How full was spin last week?”',
});
const SITE = texts('The gym, or `all`.');
const PREV = texts('Earlier questions, oldest first; the last ten are used.');
const MOST = Type.Integer({
  minimum: 1,
  description: `Maximum number of results, at most ${MAX_ITEMS}.`,
});

const STRUCTURED = openObject('AskRequest', 'NLWeb 0.55: `query` is an object.', {
  query: Type.Object(
    {
      text: QUESTION,
      ...optional({
        site: SITE,
        decontextualized_query: text('The question without its context; `prev` is ignored.'),
        num_results: MOST,
        max_results: MOST,
      }),
    },
    open,
  ),
  ...optional({
    context: opened({ prev: PREV }),
    prefer: opened({
      streaming: STREAMING,
      mode: MODE,
      response_format: text('`conv_search`, `conversational_search` or `chatgpt_app`.'),
    }),
    meta: opened({
      version: text('`0.55`; other versions are read as far as they are compatible.'),
      session_context: opened({
        conversation_id: text('Returned unchanged.'),
        state_token: text('Returned unchanged.'),
      }),
    }),
  }),
});

const LEGACY_WORDS = 'The legacy dialect: `query` is a text; also as a form.';
const LEGACY = openObject('LegacyAskRequest', LEGACY_WORDS, {
  query: QUESTION,
  ...optional({
    site: SITE,
    prev: PREV,
    decontextualized_query: text('As above.'),
    streaming: STREAMING,
    mode: MODE,
    num_results: MOST,
    query_id: text('Returned unchanged.'),
  }),
});

export const ASK_REQUEST = Type.Union([STRUCTURED, LEGACY]);

const META = object('AskMeta', 'The kind of answer, and its subject.', {
  response_type: Type.Enum(['answer', 'elicitation']),
  version: Type.Literal('0.55'),
  ...optional({
    response_format: Type.Enum(['conversational_search', 'chatgpt_app']),
    mode: Type.Enum(['list', 'summarize', 'generate']),
    site: text('Id of the gym.'),
    sample: Type.Literal(true, { description: 'Present if the figures are sample data.' }),
    session_context: fields(
      optional({ conversation_id: text('As sent.'), state_token: text('As sent.') }),
    ),
    request_id: text('As in the header `X-Request-Id`.'),
    decontextualized_query: text('The question without its context.'),
    read_by: words(
      ['grammar', 'model'],
      'What read the question: `model` only where the owner configured a language model.',
    ),
    query: QUERY,
    summary: text('The answer in words.'),
    numbers: Type.Object(
      {},
      { description: 'The numbers of `summary`, with units as in the API.' },
    ),
    covered,
    notes: list(Type.String(), 32, 'What was assumed or is missing.'),
    reason: text(
      'Why no query was run: `not_understood`, `unknown_name`, `no_such_date`, `not_known_here`.',
    ),
    suggestions: list(Type.String(), 16, 'What can be asked instead.'),
  }),
});

const GROUNDING = part('Link to the same figures.', {
  source_urls: Type.Array(Type.String(), { maxItems: 4 }),
});

const RESULT = object('AskResult', 'One result.', {
  ...ITEM.properties,
  url: Type.String(),
  grounding: GROUNDING,
});

const LEGACY_RESULT = object('LegacyAskResult', 'One result.', {
  url: Type.String(),
  name: Type.String(),
  site: Type.String({ description: 'Id of the gym.' }),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  description: Type.String(),
  schema_object: Type.Object(
    {},
    { description: 'The result with its figures, as an object of schema.org.' },
  ),
});

const ELICITATION = Type.Optional(
  part('A question back: ask one of the options.', {
    text: Type.String(),
    questions: Type.Array(
      fields({
        id: Type.String(),
        text: Type.String(),
        type: Type.Literal('single_select'),
        options: Type.Array(Type.String(), { maxItems: 8 }),
      }),
      { maxItems: 1 },
    ),
  }),
);

/** The one of 0.55, first in the union: tools have it too. */
const ANSWER = object('AskAnswer', 'NLWeb 0.55, conversational search.', {
  _meta: META,
  results: Type.Array(RESULT, { maxItems: MAX_ITEMS }),
  elicitation: ELICITATION,
  usage: Type.Optional(
    Type.Object({}, { description: 'How to ask, if the request has no question.' }),
  ),
});

const APP_ANSWER = object('AskAppAnswer', 'NLWeb 0.55, `chatgpt_app`.', {
  _meta: META,
  content: Type.Array(fields({ type: Type.Literal('text'), text: Type.String() }), {
    maxItems: 1,
  }),
  structuredData: Type.Array(RESULT, { maxItems: MAX_ITEMS }),
  elicitation: ELICITATION,
});

const LEGACY_ANSWER = object('LegacyAskAnswer', 'The legacy dialect of NLWeb.', {
  query_id: Type.String(),
  _meta: META,
  results: Type.Array(LEGACY_RESULT, { maxItems: MAX_ITEMS }),
  elicitation: ELICITATION,
});

export const ASK_ANSWER = Type.Union([ANSWER, APP_ANSWER, LEGACY_ANSWER]);
