/**
 * Words that carry nothing a report could narrow by: left over, they do no harm. Every other word that is left over was not
 * understood, and the reader says so. When in doubt a word does not belong here.
 */

export const FILLER: ReadonlySet<string> = new Set(
  [
    'a an the this that these those there here some any all each every our ours us we you your yours i it its',
    'is are was were be been being am do does did doing done has have had having can could should would shall will may might must',
    'of in on at by for from to with into over during about as per within out up so if then than too also just only',
    'and or but - , please pls plz thanks thank cheers hi hello hey dear ok okay yes yeah well oh um hmm',
    'what which who how when where whats tell show give list find get see view display check let know say share name',
    'want wants need needs like look looking help me myself wondering wonder curious question answer interested',
    'gym gyms studio club place business company centre center site location data facts detail details info information',
    'overall total totals altogether general generally usually normally typically actually really very quite exactly roughly approximately approx',
    'so far yet already still ever again currently lately recently both between been got gets getting go goes going gone',
    'one ones thing things much many lot lots bit kind sort type types way ways anything something everything',
    'class classes session sessions course courses trainer trainers instructor instructors coach coaches teacher teachers',
    'time times date dates day days week weeks month months period range hour hours room rooms slot slots',
    'o clock oclock hrs hr h am pm min mins minutes minute rd th st nd',
    'people person members member number numbers count counts rate rates level levels average averages mean',
    'their they them his her she he hers him it put run runs running hold held take takes taking took taken have happens happen happened offer offered',
    'compared compare comparison versus vs report reports figure figures stats summary overview breakdown',
    'mean means think seem seems appear work works working use used using keep keeps come comes coming came',
    'performance perform performing fit good great nice bad fine ok right now today point points end begin start starts started starting ending ended',
    'being actual currently ask asking would had across through throughout among amongst including include incl down off',
    'order ordered sort sorted rank ranked ranking rankings list listed table chart graph plot quick quickly short brief me',
    'stand stands our self same possible only just door',
    'kindly detailed comprehensive complete thorough concise simple proper nice tidy handy rough exact precise latest updated fresh nicely',
    'inclusive limit max maximum based according regarding concerning related relating',
  ]
    .join(' ')
    .split(' '),
);

/**
 * English words that a typing error would not make of the lexicon, though they are one letter from it: never corrected.
 */
export const NEVER_CORRECTED: ReadonlySet<string> = new Set(
  'women woman woman loving lesson lessons trained paying price money month mouth night light eight weight height school child children adults adult older young younger males female females beginners beginner advanced coast cost later early sound round ground third these those where there their shape share sharp short shirt story study money month moves music black white green house horse heart earth teach reach peach bench beach train brain grain trail mail email email'.split(
    ' ',
  ),
);
