/** Someone who sees all of one gym and spends nothing: who asks the sandbox, and the person at the machine itself. */

import type { ProblemBody } from '../../errors.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Visitor } from '../../service/callers/visitor.ts';

/** @param view The sample gym. @param count Counts one more look for the address: null, or that it looks too fast. */
export function sampleVisitor(view: () => GymView, count: () => ProblemBody | null): Visitor {
  let isFirst = true;
  return openVisitor(view, {
    isSample: true,
    has: 'The sandbox has one gym',
    spend: () => {
      // The first one was counted with the request.
      const refused = isFirst ? null : count();
      isFirst = false;
      return refused;
    },
  });
}

/**
 * For a session that no request opens: `turnout mcp`, run by anyone who may read the data folder.
 *
 * @param view The gym as it is now: asked each time. @param isSample Whether it is the sandbox that stands in for it.
 */
export function localVisitor(view: () => GymView, isSample: boolean): Visitor {
  return openVisitor(view, { isSample, has: 'This session has one gym', spend: () => null });
}

interface Said extends Pick<Visitor, 'isSample' | 'spend'> {
  /** Beginning of the refusal of other gyms. */
  readonly has: string;
}

function openVisitor(view: () => GymView, { isSample, has, spend }: Said): Visitor {
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
    spend,
    giveBack: () => undefined,
  };
}
