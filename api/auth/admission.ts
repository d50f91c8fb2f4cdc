/** What routes ask of the guard. */

import type { ProblemBody } from '../../errors.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Door, Visitor } from '../../service/callers/visitor.ts';
import type { Principal } from '../../store/access/access.ts';
import type { Recency } from '../../store/access/sign-ins/sign-in.ts';
import type { Answer, ApiRequest } from '../http/message.ts';

/** Decides who may see figures. */
export interface Guard {
  /** Lets `handle` answer anyone who may see `subject`; refuses everybody else. Charges what is to be charged. */
  admit(
    request: ApiRequest,
    subject: Subject,
    handle: (caller: Caller) => Answer | Promise<Answer>,
  ): Answer | Promise<Answer>;
  /** As {@link admit} for what is watched as it happens: nothing is charged, and no one keeps a 200. */
  watch(
    request: ApiRequest,
    subject: Subject,
    handle: (caller: Caller) => Answer | Promise<Answer>,
  ): Promise<Answer>;
  /**
   * Lets `handle` answer an owner: by a key, or at a browser that signed in with one. Tokens of programs are refused, and so
   * is the sandbox. Charges nothing, and no one keeps the answer.
   *
   * @param recency How lately a browser must have signed in; null for any time.
   */
  operate(
    request: ApiRequest,
    recency: Recency | null,
    handle: (owner: Principal) => Answer | Promise<Answer>,
  ): Answer | Promise<Answer>;
  /** Whether {@link operate} would let the request through, as far as its credential goes. Counts and charges nothing. */
  isOperator(request: ApiRequest): boolean;
  /**
   * Says who comes in at `door`, or refuses them, in the order and the words of {@link admit}. Once for each request; the
   * guard then has its `whenAnswered`, and gives back what was spent where the answer is no 200: then it must carry no figures.
   */
  enter(request: ApiRequest, door: Door): Visitor | Answer<ProblemBody>;
  /**
   * Whose credential a request shows, for routes that tell owners more; null for none, and in the sandbox. What is wrong with
   * it is refused as at {@link enter}. Charges nothing; the answer to a stranger is the same for all of them.
   */
  recognise(request: ApiRequest): Principal | null | Answer<ProblemBody>;
}
