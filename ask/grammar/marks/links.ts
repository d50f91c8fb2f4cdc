/** Words that join: which, how many, without, compared with, only, most, top three. */

import { type Rule, rule } from '../text/pattern.ts';
import type { BareKind, Meaning } from './mark.ts';

const bare = (is: BareKind, ...patterns: readonly string[]): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is }) as Meaning));
const not = (
  side: 'before' | 'after',
  kind: 'verb' | 'leave_out' | 'but',
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is: 'not', side, kind })));
const count = (pattern: string): Rule<Meaning> =>
  rule(pattern, (value: number): Meaning | null =>
    value >= 1 && value <= 1000 ? { is: 'count', value } : null,
  );

export const LINK_RULES: readonly Rule<Meaning>[] = [
  ...bare(
    'compare',
    'compare|compared|comparing|comparison|comparisons to|with|of|between?',
    'vs|versus|v|against',
    'in|by comparison|relation to|with?',
    'next|relative|beside to',
    'side by side',
    'beat|beats|beaten',
    'difference|differences|change|changes between|from|of|in?',
    'changed',
  ),
  ...bare('than', 'than', 'more|better|worse|fewer|less|higher|lower than', 'over the same'),
  ...bare('or', 'or', 'rather'),
  ...bare('and', 'and', '-', 'plus', 'as well as', 'along|together with'),
  ...bare('each', 'each', 'each of', 'respectively', 'individually', 'separately', 'both'),
  ...bare('which', 'which', 'what', 'which|what of the?', 'which|what are|is|was|were'),
  ...bare('who', 'who', 'whose', 'whom'),
  ...bare(
    'how_many',
    'how many',
    'how many of',
    'how many times',
    'how often',
    'number|count|numbers|total|quantity|amount of',
    'the number',
  ),
  ...bare('how_much', 'how much', 'how much of', 'amount'),
  ...bare(
    'when',
    'when',
    'at? what|which time|times',
    'time|times|hour|hours|slot|slots of the? week',
  ),
  ...bare(
    'doing',
    'doing|performing|performed|perform|performs|performance|go|went|going|do|does|did|fare|fared|look|looking|results',
    'do|did|doing|performing well',
    'worth keeping|it?',
    'getting on',
    'any good',
    'summary|recap|rundown|digest',
  ),
  ...bare(
    'how',
    'spread|spreads|vary|varies|varied|distributed|develop|develops|developed|split|break|differ|differs',
    'how',
    'how well',
    'how good',
    'how do|does|did|is|was|are|were',
    'how is it|things|business|everything',
  ),
  ...bare(
    'have',
    'have|has|had|having|with',
    'get|gets|got|getting',
    'see|sees|saw',
    'reach|reached|reaches|hit|hits',
    'draw|draws|drew|attract|attracts|pull|pulls|pulling in?',
    'hold|holds|offer|offers|offered|give|gives|gave',
  ),
  ...bare('any', 'any', 'were|was|are|is there any?', 'at all'),
  ...bare('all', 'all', 'all of? our|the'),
  ...bare(
    'list',
    'list|rank|ranking|ranked|sort|sorted|order|ordered',
    'list|rank|sort|order all|the|our',
  ),
  ...bare('past', 'did|was|were|had'),
  ...bare('future', 'will|shall', 'going to', 'is|are expected'),
  ...bare(
    'now',
    'right now',
    'now',
    'at the moment',
    'at present',
    'this minute|moment|second|instant',
    'live',
    'just now',
    'rn',
  ),
  ...bare('self', 'my|mine|i|me|myself'),
  ...bare(
    'free',
    'free|left|open|available|remaining places|place|spots|spot|spaces|space|seats|seat',
    'places|place|spots|spot|spaces|space|seats|seat are|is|do|does|still|we? have|are|is? still? free|left|open|available|remaining',
    'still free|available|bookable|unbooked',
    'room left',
  ),
  ...not(
    'before',
    'leave_out',
    'except|excepting|excluding|exclude|excl|excludes|minus|besides|barring|bar|ignoring|ignore|ignores|omit|omitting|skipping|skip|disregarding|discounting',
    'except|apart|aside for|from',
    'without|outside|less',
    'outside of',
    'without counting|including|the|any',
    'not|do not|never? counting|including|count|include',
    'other|others than',
    'everything|anything|all but|else',
    'but|and not|never',
    'leave|leaving|left|take|taking out|aside|away',
    'drop|dropping|strip|remove|removing out?',
    'if|when you|i|we leave|take|ignore|exclude|skip out|away?',
    'all|everything|anything|everyone except|but|apart|excluding|without|besides from|for?',
    'no|non|neither|nor',
    'not in|on|at|by|with|the',
    'but not in|on|at|by|with|the',
    'rather than',
    'instead of',
  ),
  ...not('before', 'but', 'but'),
  ...not(
    'before',
    'verb',
    'not|never|nobody|hardly|cannot|zero|nil',
    'no one|body',
    'did|do|does|is|are|was|were|has|have|had not|never',
    'not a|any|a',
  ),
  ...not(
    'after',
    'leave_out',
    'excluded|omitted|excepted|ignored',
    'left out|aside',
    'not included|counted',
    'out|aside',
  ),
  count('<number>'),
  ...['second', 'third', 'fourth', 'fifth'].map((word, i) =>
    rule(word, (): Meaning => ({ is: 'nth', value: i + 2 })),
  ),
];

export const FOLLOW_RULES: readonly Rule<Meaning>[] = [
  rule('what|how about', (): Meaning => ({ is: 'follow' })),
  rule('and|but|so|ok|okay what|how about', (): Meaning => ({ is: 'follow' })),
  rule('the? same thing|question? for|with|in|on|again|but|by?', (): Meaning => ({ is: 'follow' })),
  rule('only|just|now|instead|also|too', (): Meaning => ({ is: 'follow' })),
  rule('make it|that', (): Meaning => ({ is: 'follow' })),
  rule('change it|that to', (): Meaning => ({ is: 'follow' })),
  rule('now|and show|give me? that|it|this|the same', (): Meaning => ({ is: 'follow' })),
];
