/** Words for measures. How phrases are written: `../text/pattern.ts`. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { type Rule, rule } from '../text/pattern.ts';
import type { Meaning } from './mark.ts';
import { type MeasureWords, MONEY, PEOPLE, PLACES } from './money.ts';

/** Of each measure the phrases that mean nothing else. */
const STRONG: MeasureWords = [
  [
    ['attended'],
    [
      'attendance|attendances|visits|footfall|headcount|headcounts|turnout|turnouts|attended|visited|attend|attends|attending|visit',
      'head count|counts',
      'actually? came|come|comes|coming|attended|attend in|along?',
      'showed|shows|show|turned|turn|turns up',
      'check|checked ins|in',
      'checkins',
      'through the? door|doors',
      'how well attended|visited',
      'better|well attended|visited',
      'how busy',
      'busy|busier',
      'how popular',
      'popularity|popular',
      `present|attending ${PEOPLE}`,
      `${PEOPLE} present`,
      'walked|walk|got through the? door|doors',
      'we got|get|had',
      'made it',
      'train|trains|exercise|exercised|work out',
    ],
  ],
  [
    ['average_attendance'],
    [
      'average|mean|typical|avg class|session|group size|sizes',
      'class|group size|sizes',
      'average_attendance',
      'average|mean|typical attendance|turnout|headcount|visits',
      'attendance average',
    ],
  ],
  [
    ['fill_rate'],
    [
      'fill|filled|filling|fills|occupancy|utilisation|utilization|utilised|utilized|fullness|fill_rate|fillrate',
      'fill|occupancy|utilisation|utilization|attendance|capacity|load rate|rates|level|levels|percentage|percent|factor',
      'fill up',
      'percent|percentage|share|proportion|part of the? capacity|places|spots|seats|spaces used|taken|filled|occupied?',
      `share|percentage|proportion|percent of? the? our? ${PLACES} was|is|were|are|get|got? taken|filled|used|occupied`,
      'capacity used|use|usage|utilisation|utilization',
      'how well? used|utilised|filled',
      'how full|packed|crowded|empty',
      'how well do|does we? fill',
    ],
  ],
  [
    ['booked'],
    [
      'booked|bookings|booking|reservations|reservation|reserved|signups|registrations|registered|enrolled',
      'sign|signed ups|up',
      'places|spots|seats|spaces booked|reserved',
    ],
  ],
  [
    ['no_shows'],
    [
      'no show|shows|shower|showers',
      'noshow|noshows|no_shows',
      'stayed|stay|stays away',
      'booked people|members|customers stayed|stay away',
      `booked ${PEOPLE} who? did|do not come|show|turn|attend up?`,
      'booked and|but did|do|does not come|show|turn|attend up?',
      'booked but|and never came|come|showed|shows|turned|turn up?',
      'did|do|does not turn|show up',
      'fail|failed to show|turn|attend|come up?',
      'gap|difference between? booked|bookings and came|come|attended|attendance|arrivals',
      'missed bookings',
      'book|booking|booked|bookings and|but|then do? not|never turn|turning|show|showing|come|coming|turned|showed up?',
      'not turning|showing up',
      'book|booking|booked and then do? not turn|show|come up?',
      'do|does|did not actually turn|show|come up?',
    ],
  ],
  [
    ['no_show_rate'],
    [
      'no show|shows rate|rates|percentage|percent|share|ratio|quota',
      'noshow|noshows rate|rates|percentage|percent|share|ratio',
      'no_show_rate',
      'rate|rates|share|percentage|percent|proportion of no show|shows',
      'rate|rates|share|percentage|percent|proportion of noshows',
      'rate|share|percentage|percent|proportion of? the? our? bookings that|which? are|were|end|ended? up? as|in|no no? shows|show',
    ],
  ],
  [
    ['walk_ins'],
    [
      'walk ins|in',
      'walkins|walkin|walk_ins|unbooked',
      'drop ins|in',
      'without a? booking|bookings|reservation',
      'came|come|turned|turn|attended|attend up? without a? booking|booking?',
      'came|come|attended without? having? booked',
      'had|have not booked',
      'not booked',
    ],
  ],
  [
    ['late_cancels'],
    [
      'late cancel|cancels|cancellations|cancellation|cancelled|cancelations|cancelers|cancellers',
      'late_cancels|latecancels',
      'cancelled|cancel|cancels|cancellations late',
      'cancelled|cancel too late',
      'last minute cancellations|cancels|cancel|cancelled',
    ],
  ],
  [
    ['waitlisted'],
    [
      'waitlist|waitlists|waitlisted|waitlisting|waiting|queueing|queue',
      'wait|waiting list|lists',
      'on the? waitlist|waitlists',
      'on the? wait|waiting list|lists',
      'waitlist|waitlists numbers|number|size|sizes|length|lengths|figures',
    ],
  ],
  [
    ['empty_seats'],
    [
      `empty|unused|unfilled|unsold|unoccupied|wasted|vacant|spare|left ${PLACES}`,
      'empty_seats',
      `${PLACES} were|was|are|is|stay|stayed|go|went|remain|remained|left? empty|unused|unfilled|unsold|over|wasted`,
      `how many ${PLACES} were|was|are|is|stay|stayed|go|went|remain|remained|left? empty|unused|unfilled|unsold|over|wasted`,
      'unused|spare|wasted|unsold|unfilled capacity',
    ],
  ],
  [
    ['over_capacity'],
    [
      'over|above|beyond|past the? their? its? capacity|limit',
      'over_capacity|overcapacity|overcrowded|overfull|overfilled|overbooked|overcrowding|overflowing',
      'exceeded|exceed|exceeds|exceeding their|the|its? capacity|limit',
      `more people than ${PLACES}`,
      `more people than there were|are|is? ${PLACES}`,
      'more people than fit|fitted|allowed|capacity',
      'went|go|goes|gone|were|was over capacity',
      'too full|crowded',
    ],
  ],
  ...MONEY,
  [
    ['slot_index'],
    [
      'slot index|indexes|indices|effect',
      'slot_index',
      'allow|allowing|allowed|account|accounting|correct|corrected|correcting|adjust|adjusted|adjusting|control|controlled|controlling for the? her|his|their? time|times? slot|slots|time|times',
      'time? slot|slots taken|take into account',
      'than|as|what the|their|her|his|its time? slot|slots|time|times would|should|might? suggest|suggests|predict|predicts|expect|promise|deserve|deserves|do?',
      'than the? slot|slots average|averages',
      'than|as usual|expected|normal for|at the|their|that|this? time? slot|slots|times|time',
      'slot|time adjusted|corrected',
    ],
  ],
  [
    ['trend'],
    [
      'trend|trends|trending|growth',
      'growing|gaining|rising|improving|increasing or shrinking|losing|falling|declining|worsening|decreasing',
    ],
  ],
  [
    ['cancelled'],
    [
      'cancelled|canceled classes|class|sessions|session|lessons|courses',
      'cancelled|canceled|cancellations|cancellation|cancel|cancels|cancelations',
      'called off',
      'did not take place',
      'did not run',
    ],
  ],
  [
    ['capacity'],
    [
      'capacity|capacities',
      `${PLACES} offered|offer|available|in total`,
      `total ${PLACES}`,
      'out of how many places|spots|seats|spaces?',
    ],
  ],
  [
    ['sessions'],
    [
      'how many classes|sessions|lessons|courses|class',
      'number|count|total|numbers of the? classes|sessions|lessons|class',
      'class|session count|counts|number',
      'classes|sessions taught|held|run|offered|given|scheduled|planned',
    ],
  ],
];

/** What is counted or paid in any question: another measure takes their place. */
const WEAK: MeasureWords = [
  [
    ['attended'],
    [
      PEOPLE,
      'anyone|anybody|someone|somebody|everyone|everybody',
      'how many people|visitors|members|customers|clients|guests',
      'numbers',
    ],
  ],
  [['capacity'], [PLACES, `how many ${PLACES}`]],
  [
    ['revenue'],
    ['money', 'make|made|makes|making|take|took|taken', 'leaving|leave|left on the table'],
  ],
];

const measure = (measures: readonly MeasureName[], strength: 'strong' | 'weak'): Meaning => ({
  is: 'measure',
  measures,
  strength,
});

const rules = (table: MeasureWords, strength: 'strong' | 'weak'): Rule<Meaning>[] =>
  table.flatMap(([measures, patterns]) =>
    patterns.map((pattern) => rule(pattern, () => measure(measures, strength))),
  );

const turn = (
  into: 'average' | 'rate' | 'per_class' | 'per_visit' | 'value',
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is: 'turn', into })));

export const MEASURE_RULES: readonly Rule<Meaning>[] = [
  ...rules(STRONG, 'strong'),
  ...rules(WEAK, 'weak'),
  ...turn(
    'average',
    'what is|was|are|were on|the average',
    'average|averages|averaged|averaging|avg|mean|typical|typically',
    'on average',
  ),
  ...turn('rate', 'rate|rates|percentage|percentages|proportion|share|ratio|percent'),
  ...turn('per_class', 'per|a|in? a? class|session', 'per|a class|session on average'),
  ...turn('per_visit', 'per|a visit|visitor|head|person|attendee|member|customer', 'per capita'),
  ...turn('value', 'value|worth', 'lose|losing|lost|miss|missing|missed'),
];
