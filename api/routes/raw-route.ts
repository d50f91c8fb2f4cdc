/** Routes of other protocols than FastAPI's: their handlers read the request by themselves, and no 422 is made of it. */

import { NO_PARAMETERS, type Route } from './route.ts';

type Facts = Omit<Route, 'parameters' | 'access' | 'figures' | 'errors' | 'answer'> &
  Partial<Pick<Route, 'errors'>>;

/** `answer` is given the guard too: who may ask is found out by the handler where it matters. */
export function rawRoute(facts: Facts, answer: Route['answer']): Route {
  return {
    errors: [],
    ...facts,
    parameters: NO_PARAMETERS,
    access: 'public',
    figures: null,
    answer,
  };
}
