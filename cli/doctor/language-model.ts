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
  const { detail, hint } = wordsOf(outcome.reason);
  return [warning(name, `${model.name}: ${detail}, after ${took}`, hint)];
}

function wordsOf(reason: ModelFailure): { readonly detail: string; readonly hint: string } {
  switch (reason) {
    case 'key_not_set':
      return {
        detail: 'a variable of ask.model is not set',
        hint: 'set it before the start, or write it into secrets.env in the data folder',
      };
    case 'timeout':
      return {
        detail: 'no whole answer in time',
        hint: 'choose a smaller model, keep it loaded, or raise ask.model.timeout',
      };
    case 'unreachable':
      return {
        detail: 'the endpoint cannot be reached',
        hint: 'start it, and check ask.model.url and the certificate of an https address',
      };
    case 'redirect':
      return {
        detail: 'the endpoint leads to another address',
        hint: 'enter that address in ask.model.url: the key is sent to no other',
      };
    case 'status_401':
    case 'status_403':
      return { detail: 'the endpoint refuses the key', hint: 'check ask.model.api_key' };
    case 'status_404':
      return {
        detail: 'the endpoint knows no such path or model (404)',
        hint: 'ask.model.url ends in /v1 for most servers; check ask.model.name',
      };
    case 'too_large':
    case 'not_json':
    case 'no_text':
      return {
        detail: 'the answer is not that of an OpenAI-compatible endpoint',
        hint: 'check ask.model.url',
      };
    case 'no_query':
    case 'bad_query':
    case 'bad_name':
      return {
        detail: 'it answers, but with no query that can be used',
        hint: 'choose a larger model',
      };
    default:
      return {
        detail: `the endpoint answered ${reason.replace('_', ' ')}`,
        hint: 'look into its log',
      };
  }
}
