/** "Classes taught by a sub, how many?": what is counted, and then that it is. Read as "how many classes taught by a sub". */

const TAIL =
  /[\s,;:.–—-]+(?:and\s+)?how many(?:\s+(?:is|are|was|were)\s+(?:there|they|that|it|those))?(?:\s+of\s+(?:them|those))?(?:\s+(?:in total|altogether|overall))?[\s?!.]*$/i;
/** Heads that ask something themselves. */
const ASKING =
  /^\W*(?:how|what|which|who|when|where|why|is|are|was|were|do|does|did|has|have|had|can|could|show|tell|give|list|and|but|so|or)\b/i;
const DETERMINER = /^\W*(?:the|our|all|all the|all of the|those|these)\s+/i;

/** "3 people or fewer": the number, its bound, and then what is counted. */
const BEHIND =
  /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty) (?!perc|pct|per |quid|pound|gbp|euro|dollar|buck|full|fill|day|week|month|hour|time)([a-z]{3,12}(?:[- ]shows?)?) (or|and) (more|fewer|less|over|under|above|below)\b/gi;

/** "Weekdays, Monday to Friday I mean": days that say again which are meant. */
const SAID_AGAIN: readonly (readonly [RegExp, string])[] = [
  [
    /\bweek ?days[\s,;:(–—-]+(?:(?:so|meaning|that is|as in|i mean),? )?mon(?:day)?s?(?: to | till | until | through | ?[-–] ?)fri(?:day)?s?\b\)?(?:,? (?:i mean|that is|only))?/gi,
    'Mondays to Fridays',
  ],
  [
    /\bweek ?ends?[\s,;:(–—-]+(?:(?:so|meaning|that is|as in|i mean),? )?sat(?:urday)?s?(?: and | ?& ?|\/)sun(?:day)?s?\b\)?(?:,? (?:i mean|that is|only))?/gi,
    'Saturdays and Sundays',
  ],
];

/** What is said to be sure, and denies what nobody asked: "classes I mean, not people". */
const ASIDE: readonly (readonly [RegExp, string])[] = [
  [
    / ?\/ ?(?=(?:class|session|trainer|coach|instructor|room|day|week|month|hour|head|visit|visitor|person)\b)/gi,
    ' per ',
  ],
  [/\bWoW\b|\bw\.?o\.?w\.?(?= (?:change|growth|trend|comparison))/g, 'week on week'],
  [/\bMoM\b|\bm\.?o\.?m\.?(?= (?:change|growth|trend|comparison))/g, 'month on month'],
  [/(?<=\S[\s,;.?!–—-]*)\bi mean\b/gi, ''],
  [/[\s,;–—-]*\bnot (?:the )?(?:people|heads|classes|sessions|money|percentages?)\W*$/i, ''],
  [/\b((?:any|some)(?:one|body)|people|folk) (?:up|down|over|round) (?=in\b|at\b|on\b)/gi, '$1 '],
];

/**
 * The question with its count in front, and its bounds next to their numbers; as it is where there are none. Takes time in
 * step with the length.
 */
export function fronted(typed: string): string {
  const once = [...SAID_AGAIN, ...ASIDE].reduce(
    (said, [again, days]) => said.replace(again, days),
    typed,
  );
  const text = once.replace(BEHIND, '$1 $3 $4 $2').replace(/\bi\.e\.?/gi, ', ');
  if (!/how many/i.test(text.slice(-40))) return text;
  const head = text.replace(TAIL, '');
  if (head === text || head.trim() === '' || ASKING.test(head)) return text;
  return `how many ${head.trim().replace(DETERMINER, '')}?`;
}
