/** Words of order: fullest, worst, most, lowest first, ranked by. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { type Rule, rule } from '../text/pattern.ts';
import type { Meaning } from './mark.ts';

const order = (
  measures: readonly MeasureName[],
  direction: 'asc' | 'desc',
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is: 'order', measures, direction })));
const direction = (
  to: 'asc' | 'desc',
  isComparative: boolean,
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) =>
    rule(pattern, (): Meaning => ({ is: 'direction', direction: to, isComparative })),
  );
export const RANKING_RULES: readonly Rule<Meaning>[] = [
  ...order(
    ['attended'],
    'desc',
    'busiest',
    'most popular|busy|visited|attended|crowded',
    'best|highest|well|better|most attended|visited',
    'biggest|largest|record crowd|crowds|turnout|attendance',
  ),
  ...order(
    ['attended'],
    'asc',
    'quiet|quieter',
    'quietest|slowest|deadest',
    'least popular|busy|visited|attended|crowded',
    'worst|poorest|badly|poorly|lowest attended|visited',
    'unpopular',
  ),
  ...order(
    ['fill_rate'],
    'desc',
    'fullest|best|most filled|booked|full|utilised|utilized|used|packed',
    'fullest',
  ),
  ...order(
    ['fill_rate'],
    'asc',
    'emptiest',
    'least full|filled|used|utilised|utilized|packed',
    'worst|poorest filled',
  ),
  ...order(['average_attendance'], 'desc', 'biggest|largest'),
  ...order(['average_attendance'], 'asc', 'smallest'),
  ...order(['profit'], 'desc', 'most|best profitable|lucrative|earning|paying'),
  ...order(['profit'], 'desc', 'most money', 'top|best|biggest|highest earner|earners|earning'),
  ...order(
    ['profit'],
    'asc',
    'least profitable|lucrative',
    'lose|loses|lost|losing the? most|biggest money?',
    'most|biggest unprofitable|loss|losses',
  ),
  ...order(
    ['revenue'],
    'desc',
    'highest|best|top earning|grossing',
    'biggest|highest|best money maker|makers|spinner',
  ),
  ...order(['cost'], 'desc', 'most expensive|costly', 'dearest'),
  ...order(['cost'], 'asc', 'cheapest', 'least expensive|costly'),
  ...order(
    ['trend'],
    'desc',
    'fastest|most growing|improved|improving',
    'growing|improving|rising|gaining',
    'gaining people|ground|popularity',
    'on the up|rise',
    'going up',
    'growing the fastest|most',
  ),
  ...order(
    ['trend'],
    'asc',
    'fastest shrinking|declining|falling',
    'shrinking|declining|falling|dropping|fading|slipping|worsening',
    'losing people|members|ground|popularity|visitors|attendance|customers',
    'on the decline|slide|wane',
    'going down|downhill',
    'in decline',
  ),
  ...order(
    [],
    'desc',
    'best|strongest|greatest',
    'best performing|performer|performers',
    'top performing|performer|performers',
    'perform|performs|performed|do|does|did|doing best|well',
    'most successful',
  ),
  ...order(
    [],
    'asc',
    'worst|weakest|poorest',
    'worst|lowest performing|performer|performers',
    'perform|performs|performed|do|does|did|doing worst|badly|poorly',
    'least successful',
    'struggling|underperforming',
  ),
  ...direction('desc', false, 'most|highest|greatest|maximum|max|top|peak|longest|record'),
  ...direction('asc', false, 'least|fewest|lowest|minimum|min|bottom|shortest'),
  ...direction(
    'desc',
    true,
    'more|better|higher|improved|up',
    'go|goes|going|gone|went up',
    'risen|rise|rose|grown|grow|grew|increased|increase|improve',
  ),
  ...direction(
    'asc',
    true,
    'fewer|less|worse|lower|down',
    'go|goes|going|gone|went down',
    'get|got|gets|getting|become|became worse',
    'fallen|fall|fell|dropped|declined|decreased|decrease|decline|shrunk|slipped',
  ),
  ...direction(
    'desc',
    true,
    'get|got|gets|getting|become|became better|fuller|busier',
    'fuller',
    'do|does|did|doing better',
  ),
  ...direction('asc', true, 'do|does|did|doing worse', 'emptier|quieter'),
  rule(
    'highest|biggest|largest|best|most|top|descending|desc first|order?',
    (): Meaning => ({ is: 'sorted', direction: 'desc' }),
  ),
  rule(
    'lowest|smallest|worst|least|fewest|bottom first',
    (): Meaning => ({ is: 'sorted', direction: 'asc' }),
  ),
  rule('ascending|asc order?', (): Meaning => ({ is: 'sorted', direction: 'asc' })),
  rule('in? descending|desc order?', (): Meaning => ({ is: 'sorted', direction: 'desc' })),
  rule('in ascending|asc order?', (): Meaning => ({ is: 'sorted', direction: 'asc' })),
  rule(
    'from best|highest|most to worst|lowest|least',
    (): Meaning => ({ is: 'sorted', direction: 'desc' }),
  ),
  rule(
    'from worst|lowest|least to best|highest|most',
    (): Meaning => ({ is: 'sorted', direction: 'asc' }),
  ),
  rule('by', (): Meaning => ({ is: 'by_word' })),
  rule('ranked|ordered|sorted|sort|order|rank by|on', (): Meaning => ({ is: 'by_word' })),
  rule('in terms of', (): Meaning => ({ is: 'by_word' })),
  rule('in order of', (): Meaning => ({ is: 'by_word' })),
  rule('according to', (): Meaning => ({ is: 'by_word' })),
];
