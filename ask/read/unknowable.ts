/** What Turnout cannot know or do, by the words that ask for it. Looked at before parts of names. */

import { looks, Phrases, phrase, type Slot, tableOf } from './phrases.ts';

export type Subject = keyof typeof REASONS;

const TABLE = `
members: which|what PEOPLE|regulars / PEOPLE took|take|did|do|attended|came|come|booked to? both / PEOPLE|anyone|anybody|who leave|leaves|left|leaving the|a? early|halfway|class|before / other CLASS do|does|did / who are|is the|our|my? top|best|biggest <any>? PEOPLE / top|best <any> PEOPLE by /
  list|name the|all|our? PEOPLE who|that|on / how many members DO|have we|i|you have|got? /
  who did|does|do|has|have|is not|always|never? always? show|turn|been|visit|book|attend|come|coming|showing|turning|stopped up|in|to? /
  who never|always|usually|often shows|show|showed|turned|comes|came|cancels|books|no up? /
  who came|attended|visited|booked|signed|joined|registered|turned|showed|checked|comes|attends|visits|books|cancels|flakes|flaked up|in|on? /
  who is|was|were missing|absent|late / who was|were in|here|there / who BE coming|booked|signed|registered|going /
  name|names|list|email|emails|addresses of the|our|all? PEOPLE / names of those|everyone|everybody|all|people|who /
  membership|memberships|subscription|subscriptions|joiners|leavers / retention|churn|renewals|renewal|renew|loyalty|loyal /
  new|unique|returning|repeat|regular|lapsed|inactive|active|individual|distinct|same|old|different PEOPLE|faces /
  women|woman|men|man|ladies|gentlemen|girls|boys|kids|children|teens|teenagers|adults|seniors|pensioners|students|beginners|newcomers|regulars|male|female|males|females /
  age|ages|gender|sex|birthday|birthdays|address|contact details? / how old / joined|join|joining|quit|resigned / PEOPLE left us /
  <stranger> <stranger>? come|came|attend|attended|turn|show|visit|book up|to|in? /
  did <stranger> <stranger>? come|attend|turn|show|visit|book / has <stranger> <stranger>? been|come|booked|paid
cause: why / because of / reason|reasons for|behind|why? / cause|causes|caused / explain|explanation|explains / how come /
  weather|rain|rains|rained|raining|rainy|snow|snowed|sunny|sunshine|heatwave|temperature|storm / effect|impact|influence of|on /
  affect|affects|affected|influence /
  hurt|hurts|hurting|kill|kills|killing|harm|harms|damage|damages our|my|the? attendance|numbers|turnout|fill|revenue|profit|business
forecast: predict|prediction|predictions|predicted|forecast|forecasts|forecasting|projection|projections|project|projected|extrapolate /
  estimate|estimated next|future|for / will there be / how many|much will|would / how will|would|busy will|would / how full would /
  will|would i|we|it|they|attendance|revenue|people|things be|get|have|make|earn|reach|hit|sell|fill|grow|save /
  will <any> be busy|quiet / going to be|come|turn|get|make|reach / what if / what would happen / would have come|been|had|got|made|earned /
  if we|i raise|raised|add|added|move|moved|change|changed|double|doubled|put|cut|opened|open|ran / can|do|should|could we|i|you expect /
  will come|attend|turn|visit|show|join / be full|busy|quiet|packed|empty in|by|next / next year / on track /
  by the end of the|this year|month
other: hours taught|worked|teaching / how many hours / do|does|did? a|an|each|one|every|our? no show|shows cost|costs /
  cost of a|an|each|our|the? no show|shows / video|videos|footage|cctv|clip|photo|photos / charge|charges|charged /
  do|does|did they|PEOPLE pay|paid / pay|paid per|for|by each? visit|visitor|member|head|person / PEOPLE pay|paid|pays /
  rent|equipment|treadmill|treadmills|bike|shower|showers|parking|wifi|password|passwords|rating|ratings|stars|feedback|complaint|complaints|injury|injuries|satisfaction|satisfied|happy|unhappy|calories|cals|burn|burned|music|playlist|marketing|advert|adverts|ads|advertising|campaign|instagram|facebook|tiktok|website|app|drinks|drink|shakes|shake|bars|smoothie|smoothies|coffee|coffees|merchandise|retail|shop|protein|supplements|tax|taxes|vat|invoice|invoices|payment|payments|debt|debts|refund|refunds|voucher|vouchers|discount|discounts|prices|pricing|price|fee|fees|competitor|competitors|locker|lockers|sauna|pool|towels|towel|stock|news|joke|poem|song|football|politics|recipe|franchise|benchmark|industry|loan|bank|mortgage|insurance|electric|electricity|energy|heating|gas|water /
  heart rate / PEOPLE think|feel|say|prefer|enjoy|like|complain|want|rate|rated|recommend / down the road / next door / off from? the? waitlist|waiting list? /
  stay|stayed|stays|staying long? / how long do|does|did PEOPLE|they stay|stay in|train /
  arrive|arrived|arrives|arriving|came|turn|turned|start|starts|started up? late|early / arrive|start|starts|arrived on time /
  other|local|nearby gyms|gym|clubs|studios near|in? / PEOPLE make|made of / reviews / lost property / should i|we ask|tell|theme|say|wear|play|buy / sick|holiday|ill / cover|covered|covers|covering|subbed|subs for /
  qualified|qualification|qualifications / clean|cleaned|cleaning / broken / opening hours|times
cameras: camera|cameras missed|miss|misses|missing|broken|broke|down|offline|work|works|working|fail|failed|failing|went /
  missed by the|our|a? camera|cameras / is|are|was|were|do|does|did|has|have|which|what the|my|our|all|any? camera|cameras
deed: <start> cancel|delete|reschedule|swap|email|text|ring|remind|refund|sack|hire|message|notify <any> /
  book me|us|him|her|a|my|the|in / cancel my|the|all|tomorrow|today / please cancel|book|move|delete|add|email|text|call /
  tell everyone|everybody|them|all|members|customers /
  email|send|text|call|remind|notify|message|ring|phone|whatsapp me|us|everyone|everybody|all|them|him|her|members|the|my|a /
  delete|rename|refund|reschedule|move the|my|a|all|this / hire|fire|sack a|an? / put me|us|him|her down|in for|on / put my|our|the rate|rates|price|prices|pay|fees up|down / raise|increase|lower|change our|the|my? prices|price|pay
peak: off peak / in|at|during|outside|of|for peak|prime time|times|hours|hour / prime time / by quarter|year / quarterly|yearly|annually /
  per|each|every quarter|year
runs: on the|those? days|weeks|evenings when|where <any> / the|those days|weeks|evenings when|where <any> / weeks|days|times|months|classes in a row / weeks|days|months running|straight / on the trot / back to back / this|the last time
share: profit|net|gross|operating|our|the margin|margins / margins
greeting: thanks|thank|cheers|ta that|this|you is|for? all|it|everything? / that is all|it|everything /
  hello|hi|hey|bye|goodbye there|again|turnout? / good morning|evening|afternoon|night|day|bye / what can you do / help /
  morning|evening|afternoon
`;

const REASONS = {
  members: 'Turnout counts heads and does not know who came.',
  cause: 'Turnout knows what happened, not why.',
  forecast: 'Turnout counts what happened and predicts nothing.',
  other:
    'That is not in the data: Turnout knows classes, people who came, bookings and money of classes.',
  cameras: 'To see how well the cameras did, open their pages or the page of a class.',
  deed: 'Turnout only answers: it books, sends and changes nothing.',
  peak: 'Quarters, years and peak hours are not told apart: name the months or the hours.',
  runs: 'Turnout cannot pick days by what else happened on them: ask for each day, week or class.',
  share: 'A margin is not told: ask for the revenue and the profit.',
  greeting: 'Ask about attendance, classes, trainers, rooms, no-shows or money.',
};

export function reasonOf(subject: Subject): string {
  return REASONS[subject];
}

/** @param isStranger whether a word is neither known nor a name */
export function unknowablePhrases(isStranger: (word: string) => boolean): Phrases<Subject> {
  const stranger: Slot = (sentence, at) => {
    const word = sentence.word(at);
    return /^\p{L}{3,}$/u.test(word) && isStranger(word) ? { value: null, length: 1 } : null;
  };
  /** Only looks: an order begins with its verb. */
  const start = looks(
    (sentence, at) => at === 0 || /^(please|and|can|could|you)$/.test(sentence.word(at - 1)),
  );
  const any: Slot = (sentence, at) =>
    at < sentence.tokens.length &&
    !/^(rate|rates|numbers|by|per|and|trend)$/.test(sentence.word(at))
      ? { value: null, length: 1 }
      : null;
  return new Phrases(
    tableOf(TABLE).flatMap(({ head, patterns }) =>
      patterns.map((pattern) => phrase(pattern, () => head as Subject, { stranger, start, any })),
    ),
  );
}
