/** Check of the language model that reads questions: asks it one, with the names of the sample gym. */

import { askModel, type ModelFailure } from '../../ask/model/model-reader.ts';
import type { AskModelConfig } from '../../config/config.ts';
import { classNames } from '../../gym/figures/class-table.ts';
import { systemClock } from '../../runtime/clock.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { type Finding, ok, warning } from './check.ts';

/** Not English, so that the grammar would not understand it. */
const QUESTION = 'Wie viele Leute waren gestern da?';

/** Nothing where none is configured. A model that does not answer is a warning: questions are read without it. */
export async function checkLanguageModel(
  model: AskModelConfig | null,
): Promise<readonly Finding[]> {
  if (model === null) return [];
  const nowUtcMs = systemClock.nowUtcMs();
  const view = sandboxView(nowUtcMs);
  const began = performance.now();
  const outcome = await askModel(
    model,
    { text: QUESTION, prev: [] },
    {
      timezone: view.gym.timezone,
      nowUtcMs,
      trainers: view.trainers,
      self: null,
      classNames: classNames(view),
      families: [],
      rooms: view.rooms,
    },
  );
  const took = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const name = 'language model';
  if ('kind' in outcome) return [ok(name, `${model.name} read a test question in ${took}`)];
  const { reason } = outcome;
  const [detail, hint] = WORDS[reason] ?? [
    `the endpoint answered ${reason.replace('_', ' ')}`,
    'look into its log',
  ];
  return [warning(name, `${model.name}: ${detail}, after ${took}`, hint)];
}

const KEY = ['the endpoint refuses the key', 'check ask.model.api_key'] as const;
const FORM = [
  'the answer is not that of an OpenAI-compatible endpoint',
  'check ask.model.url',
] as const;
const SENSE = ['it answers, but with no query that can be used', 'choose a larger model'] as const;

/** What is wrong, and what to do. */
const WORDS: Readonly<Partial<Record<ModelFailure, readonly [detail: string, hint: string]>>> = {
  key_not_set: [
    'a variable of ask.model is not set',
    'set it before the start, or write it into secrets.env in the data folder',
  ],
  timeout: [
    'no whole answer in time',
    'choose a smaller model, keep it loaded, or raise ask.model.timeout',
  ],
  unreachable: [
    'the endpoint cannot be reached',
    'start it, and check ask.model.url and the certificate of an https address',
  ],
  redirect: [
    'the endpoint leads to another address',
    'enter that address in ask.model.url: the key is sent to no other',
  ],
  status_401: KEY,
  status_403: KEY,
  status_404: [
    'the endpoint knows no such path or model (404)',
    'ask.model.url ends in /v1 for most servers; check ask.model.name',
  ],
  too_large: FORM,
  not_json: FORM,
  no_text: FORM,
  no_query: SENSE,
  bad_query: SENSE,
  bad_name: SENSE,
};
