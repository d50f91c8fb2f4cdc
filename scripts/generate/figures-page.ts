/** Reference of queries: measures, dimensions, reasons and limits, as the catalogue has them. */

import { MEASURE_NAMES, MEASURES } from '../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../../gym/figures/dimensions.ts';
import { NULL_REASONS } from '../../gym/figures/measures.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import { GENERATED_NOTE, table } from './table.ts';

const INTRODUCTION = `# Figures

For integrators: one query answers every question about classes, with *measures* by *dimensions*, filtered, ordered and compared. It is the same for \`POST /v1/query\`, \`query_figures\` of [MCP](mcp.md), \`turnout query\` and \`query\` of both clients.

\`\`\`sh
curl -H 'X-Sandbox: true' http://127.0.0.1:8080/v1/query -d '{
  "measures": ["attended", "fill_rate"], "by": ["week"],
  "where": [["trainer", "is", ["anna-petrova"]], ["start_time", "between", ["17:00", "20:59"]]],
  "compare": "previous" }'
turnout query attended fill_rate --by week --where trainer=anna-petrova --where start_time=17:00..20:59 --compare previous
\`\`\`

| member | meaning | default |
| --- | --- | --- |
| \`measures\` | what is computed; 1 to ${QUERY_LIMITS.measures} | |
| \`by\` | what the rows are of; up to ${QUERY_LIMITS.dimensions} | one row |
| \`from\`, \`to\` | first and last day in the gym's zone, at most ${QUERY_LIMITS.days} days; future days too | the 42 days that end today |
| \`where\` | \`[dimension, "is" \\| "is_not" \\| "between", values]\`; all hold. \`between\` has both ends in it, and goes round where the first is the later one: \`["hour", "between", [22, 5]]\`. null is "none" | |
| \`having\` | \`[measure, "<" \\| "<=" \\| ">" \\| ">=", number]\` of the row, before it is rounded; unknown is never within. Money in units of the currency | |
| \`order\` | \`[measure or dimension, "asc" \\| "desc"]\`; unknown last | time goes on; else the first measure, highest first |
| \`limit\`, \`offset\` | rows of a page, at most ${QUERY_LIMITS.rows} | ${QUERY_LIMITS.usualRows}, 0 |
| \`share\` | \`true\`: each row also has its part of the total, for measures that add up | \`false\` |
| \`fill\` | \`"gaps"\`: days, weeks and months without classes have a row | \`"none"\` |
| \`compare\` | a second range \`{from, to}\`, \`"previous"\`: as many days just before, or \`"last_year"\`: the same weekdays 364 days before. Days, weeks and months compare by their place in the range | |

\`where\` and \`having\` together have at most ${QUERY_LIMITS.filters} filters. Names may be ids or names; an unknown name is 404 with the nearest.

A class is found by its whole name. Else all classes are meant with the word in their name, in the singular or plural (\`yoga\` is in Hot Yoga, \`rides\` in Power Ride), or of this family in [\`families\`](configuration.md#gyms) of the gym. A note lists them. A room, a trainer or a class of the week is always one: a name that several share is 409.

\`share\` is the value over that of \`total\`, with 4 places. It is refused for ratios such as \`fill_rate\`. Where some rows are losses, shares of \`profit\` can be below 0 or above 1.

\`"by": ["session"]\` lists classes one by one, such as those of a week that were cancelled.

\`\`\`sh
turnout query sessions --by session --where status=cancelled
turnout query attended --by weekpart --where class=yoga --share
\`\`\`

Each row has the values of \`by\`, the measures, \`n\` (classes in each measure), \`of\` (all classes of the row), \`basis\` (what attendance counts) and, for what is null, \`reasons\`. With \`share\` it has \`share\`, with \`compare\` \`previous\` and \`change\`. \`total\` is of all classes that \`where\` lets through. With \`Accept: text/csv\` the rows come as CSV.

\`covered\` has the [days with data](method.md#covered-days). Where the data do not cover both ranges of a comparison, \`change\` is null and \`change_reasons\` says why.

Each class has one attendance, from its [best source](reports.md#what-counts): \`basis.attendance\` is \`present\`, \`checked_in\` or \`mixed\`, \`basis.no_shows\` \`roster\`, \`net\` or \`mixed\`.

A key of role \`trainer\` sees the classes of its own trainer, no money and no verdicts.`;

/** `docs/figures.md`. */
export function figuresPage(): string {
  const measures = MEASURE_NAMES.map((name) => {
    const { unit, formula, source } = MEASURES[name];
    const [, anchor = ''] = source.split('#');
    return [`\`${name}\``, unit, `[${formula}](method.md#${anchor})`];
  });
  const dimensions = DIMENSION_NAMES.map((name) => {
    const { sentence, label, order } = DIMENSIONS[name];
    const named = label === null ? '' : ` Its name is \`${label}\`.`;
    return [`\`${name}\``, `${sentence}${named}`, order === 'none' ? '' : 'yes'];
  });
  const reasons = Object.entries(NULL_REASONS).map(([code, text]) => [`\`${code}\``, text]);
  return `${[
    GENERATED_NOTE,
    INTRODUCTION,
    '## Measures',
    table(['Measure', 'Unit', 'Formula'], measures),
    '## Dimensions',
    table(['Dimension', 'Meaning', 'between'], dimensions),
    '## Why a measure or a share is null',
    table(['Reason', 'Meaning'], reasons),
  ].join('\n\n')}\n`;
}
