/** "Classes taught by a sub, how many?": what is counted, and then that it is. Read as "how many classes taught by a sub". */

const TAIL =
  /[\s,;:.–—-]+(?:and\s+)?how many(?:\s+(?:is|are|was|were)\s+(?:there|they|that|it|those))?(?:\s+of\s+(?:them|those))?(?:\s+(?:in total|altogether|overall))?[\s?!.]*$/i;
/** Heads that ask something themselves. */
const ASKING =
  /^\W*(?:how|what|which|who|when|where|why|is|are|was|were|do|does|did|has|have|had|can|could|show|tell|give|list|and|but|so|or)\b/i;
const DETERMINER = /^\W*(?:the|our|all|all the|all of the|those|these)\s+/i;

/** The question with its count in front; as it is where no count ends it. Takes time in step with the length. */
export function fronted(text: string): string {
  if (!/how many/i.test(text.slice(-40))) return text;
  const head = text.replace(TAIL, '');
  if (head === text || head.trim() === '' || ASKING.test(head)) return text;
  return `how many ${head.trim().replace(DETERMINER, '')}?`;
}
