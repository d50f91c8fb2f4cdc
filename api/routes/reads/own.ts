/** What a key of role `trainer` sees of a read: what its own trainer taught, and no money. */

import type { ProblemBody } from '../../../errors.ts';
import { ofTrainer, withoutMoney } from '../../../gym/sessions/partial-view.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import { NOT_YOUR_TRAINER } from '../../auth/visitor.ts';
import { type Answer, problem } from '../../http/message.ts';

/** The trainer whose classes alone the caller may see; null where it may see all. */
export function ownTrainerId({ principal }: Caller): string | null {
  return principal?.key.role === 'trainer' ? principal.key.trainerId : null;
}

/** The gym as the caller may see it. */
export function ownView(caller: Caller): GymView {
  const trainerId = ownTrainerId(caller);
  return trainerId === null ? caller.view : withoutMoney(ofTrainer(caller.view, trainerId));
}

/** For whatever a trainer's key may not see, whether or not it exists. */
export function notYours(): Answer<ProblemBody> {
  return problem('forbidden', NOT_YOUR_TRAINER);
}
