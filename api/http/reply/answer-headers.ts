/** Headers that answers have beside their own. */

import type { Turn } from '../turn.ts';
import { CORS_HEADERS } from './cors.ts';
import { FixedBlock, HeaderBlock } from './header-block.ts';
import { SECURITY_HEADERS, SECURITY_NAMES, securityHeaders } from './security.ts';

const ASK_EACH_TIME = FixedBlock.of([['Cache-Control', 'no-cache']]);
const KEEP_NOT = FixedBlock.of([['Cache-Control', 'no-store']]);

/** On nearly every answer: safe for browsers, and to be read by every page. */
const USUAL = FixedBlock.of([...SECURITY_HEADERS, ...CORS_HEADERS]);

/**
 * The whole head of an answer with a body.
 *
 * @param own What the answer itself, and whoever settled it, has to tell.
 * @param content What its body is. @param isTagged Whether it has an entity tag.
 */
export function answerHeaders(
  turn: Turn,
  own: readonly HeaderBlock[],
  content: HeaderBlock,
  isTagged: boolean,
): readonly HeaderBlock[] {
  // All that is fixed is one block, kept with the content.
  let fixed = content.fixed;
  const others: HeaderBlock[] = fixed === null ? [content] : [];
  let isSafe = turn.isForeign;
  let isCached = false;
  const add = (block: HeaderBlock) => {
    if (block.fixed === null) others.push(block);
    else fixed = fixed === null ? block.fixed : fixed.with(block.fixed);
  };
  for (const block of own) {
    isSafe ||= block.hasAny(SECURITY_NAMES);
    isCached ||= block.has('Cache-Control');
    add(block);
  }
  add(isSafe ? safetyOf(turn, own) : USUAL);
  // Answers change with the cameras: keep them, but ask each time. What is no answer to a read is not kept.
  if (!isCached) add(isTagged ? ASK_EACH_TIME : KEEP_NOT);
  others.push(turn.id);
  if (fixed !== null) others.push(fixed);
  return others;
}

/** Pages bring safety of their own; a page that must not ask may not read the answer either. */
function safetyOf({ isForeign }: Turn, own: readonly HeaderBlock[]): HeaderBlock {
  const kept = securityHeaders(own);
  if (isForeign) return HeaderBlock.of(kept);
  return HeaderBlock.of([...kept, ...CORS_HEADERS]);
}
