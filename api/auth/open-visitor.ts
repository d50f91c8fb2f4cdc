/** Somebody who sees all of one gym and spends nothing: who asks the sandbox, and the person at the machine itself. */

import type { GymView } from '../../engine/index.ts';
import type { Visitor } from './visitor.ts';

/** @param view The sample gym. */
export function sampleVisitor(view: () => GymView): Visitor {
  return openVisitor(view, true, 'The sandbox has one gym');
}

/**
 * For a session that no request opens: `turnout mcp`, run by whoever may read the data folder.
 *
 * @param view The gym as it is now: asked each time. @param isSample Whether it is the sandbox that stands in for it.
 */
export function localVisitor(view: () => GymView, isSample: boolean): Visitor {
  return openVisitor(view, isSample, 'This session has one gym');
}

function openVisitor(view: () => GymView, isSample: boolean, has: string): Visitor {
  return {
    principal: null,
    isSample,
    see: ({ gymId }) => {
      const seen = view();
      const { gym, trainers } = seen;
      return gymId === undefined || gymId === gym.id
        ? { principal: null, view: seen, trainers }
        : { detail: `${has}: ${gym.id}.`, code: 'forbidden' };
    },
    spend: () => null,
    giveBack: () => undefined,
  };
}
