/**
 * Words that carry nothing that a query could hold: left over, they do no harm. Every other word that is left over was not
 * understood, and the reader says so. When in doubt a word does not belong here.
 */

export const FILLER: ReadonlySet<string> = new Set(
  [
    'a an the this that these those there here it its their they them his her she he him',
    'our ours us we you your yours is are was were be been being do does did doing done has have had having can could would should may might shall must',
    'of in on at for from to with into over during about as within so then and or - please pls plz ok okay yes yeah well oh um hmm hi hello hey',
    'tell show give see view display check let know say share name want wants need needs like look looking wondering wonder curious interested get me',
    'gym gyms club business company site overall total totals altogether general generally usually normally really very quite roughly approximately approx actually',
    'far already still again both between got go goes going kind all any some every just only too also',
    'when where what which who whats whos hows how up out down by time point quickly quick brief short chart graph plot table picture draw',
    'figure figures number numbers count counts total report reports stats statistics data details breakdown overview summary level levels performance perform performing',
    'return compute provide list find put side now today kindly exact exactly precise simple detailed complete course regarding concerning related happen happened happens',
    'basically honestly literally simply essentially frankly truly seriously obviously apparently maybe perhaps somehow broadly presumably possibly hopefully tbh btw fyi asap er erm uh umm hm ah oh mate anyway anyways kinda sorta sort wise across among amongst whole entire wanna gonna quickly curiosity idea sense gist',
    'although though even despite while whereas whilst ones start starts begin begins instead aggregates inclusive meaning namely aka aggregate aggregated starting beginning everything actual around single building premises facility venue question answer mean means think seem seems turn turns run runs ran using use used keep keeps one ones things thing people place period series i my me combined stuff inside',
  ]
    .join(' ')
    .split(' '),
);

/**
 * English words that a typing error would not make of the lexicon, though they are one letter from it: never corrected.
 */
export const NEVER_CORRECTED: ReadonlySet<string> = new Set(
  'season seasons quarter quarters year years women woman man loving lesson lessons trained paying price money month mouth night light eight weight height school child children adults adult older young younger male female males females beginners beginner advanced coast cost later early sound round ground third these those where there their shape share sharp short shirt story study moves music black white green house horse heart earth teach reach peach bench beach train brain grain trail mail email'.split(
    ' ',
  ),
);
