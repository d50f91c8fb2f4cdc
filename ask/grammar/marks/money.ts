/** Words for measures of money, and for the people and places that they are told with. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';

export type MeasureWords = readonly (readonly [readonly MeasureName[], readonly string[]])[];

export const PEOPLE =
  'people|visitors|members|customers|clients|guests|attendees|participants|heads|persons|person|punters|folks|bookers';
export const PLACES = 'places|place|spots|spot|spaces|space|seats|seat';

/** Of each measure the phrases that mean nothing else. */
export const MONEY: MeasureWords = [
  [
    ['revenue'],
    [
      'revenue|revenues|takings|turnover|income|sales|earnings|earned|earn|earns|earning',
      'revenues? numbers|figures',
      'bring|brought|brings|bringing in',
      'take|took|taken|takes in',
      'money came|come|comes|coming in',
      'revenue|money comes|came|come from',
      'money do|did|does we? make|take|earn|bring in?',
      'gross',
    ],
  ],
  [
    ['cost'],
    [
      'cost|costs|costing|expenses|expense|expenditure|spend|spent|outgoings',
      'pay for|out',
      'what do|does i|we pay',
    ],
  ],
  [
    ['revenue', 'cost', 'profit'],
    ['profit|profits and|or loss|losses', 'p and l', 'make a? profit|money or a? loss'],
  ],
  [
    ['profit'],
    [
      'more|less|as profitable|lucrative',

      'profit|profits|margin|margins|profitability|surplus|net',
      'net income|earnings|result',
      'pay|pays|paid|paying for itself|themselves',
      'pay|pays|paid|paying its|their way',
      'pay|pays|paying off',
      'after cost|costs|expenses',
      'left|leave|leaves after cost|costs|expenses|pay',
      'worth it|running|keeping|money',
      'worth the? money',
      'in profit',
      'earn|earns its|their keep',
      'breaks|broke|breaking even',
      'cover|covers|covering its|their? cost|costs|own',
    ],
  ],
  [
    ['profit_per_class'],
    [
      'profit_per_class',
      'profit|margin|surplus per|a|each|for? each? class|session',
      'average|mean|typical|avg profit|margin|loss',
      'average|typical class|session leave|leaves|make|makes|earn after? cost|costs?',
      'per class|session profit|margin',
      'net per class|session',
    ],
  ],
  [
    ['revenue_per_visit'],
    [
      'revenue_per_visit',
      'revenue|takings|income|sales|earnings|money per|a|each|for? each? visit|visitor|head|person|attendee|customer|member|guest|capita',
      'revenue|takings|income|earn|make|take per|from|for|a? a|each|one? visit|visitor|head|person|attendee|customer|member|guest',
      'average|typical spend|revenue|takings per|a|of|by? a? visit|visitor|head|person|attendee|customer|member',
      'spend|worth per|of a? a? visit|visitor|head|person',
      'one|each|a visit|visitor|person|head worth|bring|brings|earn|earns in?',
      'visit|visitor worth',
    ],
  ],
  [
    ['empty_seat_value'],
    [
      'empty_seat_value',
      'value|worth|cost|price of the? our? empty|unsold|unused|unfilled places|spots|seats|spaces|capacity',
      'lost|missed|missing|forgone|potential|unearned revenue|income|takings|sales|money',
      `empty|unsold|unused|unfilled ${PLACES} worth|cost|value|costing`,
      `money on|to|from|with|through|for empty|unsold|unused|unfilled ${PLACES}`,
    ],
  ],
  [
    ['breakeven_attendance'],
    [
      'break even|evens point|attendance|number|numbers|level|size?',
      'breakeven|breakevens|breakeven_attendance point|attendance|number|numbers|level?',
      'do|does need|needs to break even',
      'need|needs|needed|required|necessary|take|takes to|for? break|breaking even',
      'need|needs|needed|required|take|takes|necessary to pay|cover|earn|make for? its|their|itself|themselves|the|a? cost|costs|way|profit|money?',
      'need|needs|needed for|at|in|to',
      `how many ${PEOPLE} do|does|must|should we|i|it|a|the? need`,
      `how many ${PEOPLE} do|does we|i|it? need to|for|in|at? break|pay|cover? even|for|its? itself|costs|cost?`,
      `${PEOPLE} do|does we|i|it? need to|for|in|at? break|pay|cover? even|for|its? itself|costs|cost?`,
    ],
  ],
];
