/** Which of `03/04/2026` is the month: decided once for a file, by all of its dates. */

import type { FaultLog } from '../../faults.ts';
import { type DateOrder, isAmbiguousDate, orderSaidBy } from './date.ts';

/**
 * Zones of the countries that write the month first: the United States with their islands, Canada (where both are in
 * use; exports of the US systems that gyms use there write the month first) and the Philippines. Source: CLDR date
 * patterns en-US, fil-PH; zone.tab of the IANA data base for the names.
 */
const MONTH_FIRST_ZONES = new RegExp(
  `^(?:US/.*|Canada/.*|EST|MST|HST|EST5EDT|CST6CDT|MST7MDT|PST8PDT|Asia/Manila|Pacific/(?:Honolulu|Guam|Saipan|Pago_Pago|Midway|Wake|Johnston)|America/(?:${[
    'New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Boise|Detroit|Indianapolis|Louisville|Menominee|Nome|Sitka',
    'Juneau|Yakutat|Metlakatla|Adak|Shiprock|Fort_Wayne|Knox_IN|(?:Indiana|Kentucky|North_Dakota)/.*|Puerto_Rico',
    'St_Thomas|Virgin|Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|St_Johns|Regina|Moncton|Goose_Bay',
    'Glace_Bay|Iqaluit|Rankin_Inlet|Resolute|Yellowknife|Inuvik|Whitehorse|Dawson|Dawson_Creek|Fort_Nelson',
    'Cambridge_Bay|Swift_Current|Thunder_Bay|Nipigon|Rainy_River|Pangnirtung|Creston|Blanc-Sablon|Atikokan',
  ].join('|')}))$`,
);

/**
 * The order that the dates of a file have. Where they disagree the majority decides, and the rows that do not fit are
 * faults of their own. Where none tells, the zone's country does, which is reported as a fault of the whole file.
 */
export function decideDateOrder(
  texts: readonly string[],
  timezone: string,
  faults: FaultLog,
): DateOrder {
  const said = texts.map(orderSaidBy);
  const dayFirst = said.filter((order) => order === 'dmy').length;
  const monthFirst = said.filter((order) => order === 'mdy').length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dmy' : 'mdy';
  const order = MONTH_FIRST_ZONES.test(timezone) ? 'mdy' : 'dmy';
  const doubtful = texts.find(isAmbiguousDate);
  if (doubtful !== undefined) {
    faults.ignored({
      line: null,
      field: 'date',
      expected: 'dates of which one tells the day from the month',
      got: `${doubtful}, taken as ${order === 'dmy' ? 'day/month' : 'month/day'} as usual in ${timezone}`,
    });
  }
  return order;
}
