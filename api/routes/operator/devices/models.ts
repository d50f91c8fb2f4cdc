/** Models of the list installed over HTTP: begun, watched and broken off. No address ever comes from outside. */

import type { Static } from 'typebox';
import type { Install } from '../../../../service/operator/devices/installs.ts';
import { problem } from '../../../http/problem.ts';
import { INSTALL, MODEL_NAME } from '../../../schemas/operator/detector.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { noted, type OperatorParts } from '../parts.ts';
import { wordsOf } from './words.ts';

const ONE = { path: { model: MODEL_NAME }, query: {} };
const PATH = '/operator/v1/models/{model}/install';

export function modelRoutes(parts: OperatorParts): readonly Route[] {
  const { installs } = parts;
  return [
    operatorRoute({
      method: 'POST',
      path: PATH,
      operationId: 'install_model',
      summary: 'Begins to install a model of the list.',
      description:
        'It is fetched from the address that its project publishes, opened once by its detector, and taken up by the cameras whose detector is `auto`. The answer comes at once: ask `GET` for the progress. One at a time.',
      errors: ['install_running', 'model_missing', 'model_unknown'],
      parameters: ONE,
      response: INSTALL,
      answer: async ({ owner, path: { model } }) => {
        const begun = installs.begin(model);
        await noted(parts, owner, model, 'model_installed');
        return { status: 200, value: installView(begun) };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: PATH,
      operationId: 'get_model_install',
      summary: 'How far the installation of a model is.',
      description: 'Of the last one since the start of Turnout.',
      errors: ['model_unknown'],
      parameters: ONE,
      response: INSTALL,
      answer: ({ path: { model } }) => {
        return { status: 200, value: installView(installs.of(model) ?? noneOf(model)) };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: PATH,
      operationId: 'cancel_model_install',
      summary: 'Breaks the installation of a model off.',
      description: 'What has arrived is removed.',
      errors: ['model_unknown', 'not_installing'],
      parameters: ONE,
      response: INSTALL,
      answer: async ({ path: { model } }) => {
        installs.of(model);
        const ended = await installs.cancel(model);
        if (ended === null) return problem('not_installing', 'It may be installed already.');
        return { status: 200, value: installView(ended) };
      },
    }),
  ];
}

type Shown = Omit<Install, 'state'> & { readonly state: Install['state'] | 'none' };

function noneOf(model: string): Shown {
  return { model, state: 'none', receivedBytes: 0, totalBytes: null, fault: null };
}

export function installView(install: Shown): Static<typeof INSTALL> {
  const { model, state, receivedBytes, totalBytes, fault } = install;
  return {
    model,
    state,
    received_bytes: receivedBytes,
    total_bytes: totalBytes,
    code: fault?.code ?? null,
    words: fault === null ? null : wordsOf(fault),
  };
}
