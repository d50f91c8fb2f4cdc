/** What is no figure of classes: who is there now, the timetable, and what is not known here. */

import { type Rule, rule } from '../text/pattern.ts';
import type { Meaning, RefusalReason } from './mark.ts';

const timetable = (
  isFirm: boolean,
  isNext: boolean,
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is: 'timetable', isFirm, isNext })));
const refuse = (
  reason: RefusalReason,
  message: string,
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) =>
    rule(pattern, (): Meaning => ({ is: 'refuse', reason, message, isFirm: true })),
  );

const MEMBERS = 'Turnout counts heads: it does not know who came, and has nothing about members.';
const CAUSES = 'Turnout counts; it does not know why. It can show the figures next to each other.';
const FORECAST =
  'Nothing is predicted: figures are of classes that were held. Bookings are known for classes to come.';
const OTHER =
  'That is not in the data: Turnout knows classes, people in rooms, bookings and money of classes.';
const ORDER = 'Questions change nothing. Classes are changed in the schedule.';

const MEMBER_WORDS =
  'members|member|customers|customer|clients|client|people|person|guests|guest|attendees|attendee|visitors';

export const SUBJECT_RULES: readonly Rule<Meaning>[] = [
  ...timetable(
    true,
    false,
    'what|whats is|was|are|were on',
    'what classes|class|sessions is|are|was|were on|there',
    'what else is on|running',
    'what is|are happening|scheduled|planned|running|going on?',
    'schedule|schedules|timetable|timetables|calendar|programme|agenda|rota|roster',
    'what have|has|had we|you|i got on|planned',
    'is|are|was|were there a|an|any|some? more|other? class|classes|session|sessions|lesson|something|anything?',
    'is|are there anything|something on?',
    'do|does we have|run|offer a|an|any class|classes|session|sessions',
    'classes|class|sessions|session are|is on|running|scheduled|planned',
    'when does|do|is|are|was|were',
    'what time does|do|is|are|was|were',
    'at what time does|do|is|are',
    'who is|was on',
    'who is|was|are down for',
    'where is|are|was|were',
    'which|what room is|are',
    'what|which starts|start|begins|begin',
    'classes|class|sessions|session start|starts|begin|begins',
    'anything on',
    'on the schedule|timetable',
    'what do|does|did we have|offer|run on?',
  ),
  ...timetable(
    true,
    false,
    'teach|teaches|teaching|taught|instructs|coaching|leads|leading',
    'who takes|took|runs|ran|gives|gave|leads|led',
    'who is|was taking|running|doing|giving|leading|teaching|coaching',
    'takes|taking the',
  ),
  ...timetable(true, true, 'when is|are the? next', 'next class|session|lesson', 'next'),
  ...refuse(
    'members',
    MEMBERS,
    `which|what|who are the? our? my? ${MEMBER_WORDS}`,
    'who did|does not show|turn|come|attend up?',
    'who never|always shows|showed|turned|comes|came|cancels|cancelled|books up?',
    'who did|does|do|have|has not? show|turn|come|attend|attended|came|visit|book|booked|visited up?',
    'who came|attended|visited|booked|signed|joined|cancelled|registered|checked',
    'who comes|attends|visits|books|cancels',
    'who is|are|was|were in|inside|here|there',
    'who is|was missing|absent',
    `names|name|list|emails|addresses of the? our? ${MEMBER_WORDS}`,
    'names of those|everyone|everybody|all',
    'names',
    'membership|memberships|subscriptions|subscription|joiners|leavers',
    'retention|churn|renewals|renewal|renew|renewed|loyalty',
    `new|old|unique|different|first|returning|repeat|regular|lapsed|inactive|active|individual|distinct|same ${MEMBER_WORDS}`,
    'women|woman|men|man|ladies|gentlemen|girls|boys|kids|children|teens|teenagers|adults|seniors|pensioners|students|beginners|newcomers|regulars|male|female|males|females',
    'age|ages|gender|sex|birthday|birthdays|email|emails|phone|phones|address|contact',
    'how old',
    'my? most? loyal',
    'joined|join|joining',
    'first timers|timer|visit|time|visits',
  ),
  ...refuse(
    'cause',
    CAUSES,
    'why|because|reason|reasons|cause|causes|caused|explain|explanation|due',
    'how come',
    'weather|rain|rained|raining|snow|sunny|sun|heatwave|temperature|storm',
    'what explains|drives|drove|happened',
    'effect|impact|influence of|on',
  ),
  ...refuse(
    'forecast',
    FORECAST,
    'predict|prediction|predictions|predicted|forecast|forecasts|projection|projections|project|projected|extrapolate|estimate',
    'will there be',
    'how many|much will|would',
    'how will|would|full',
    'going to be',
    'what if',
    'if we raise|raised|add|added|move|moved|change|changed|double|doubled',
    'expect|expected|expecting',
  ),
  ...refuse(
    'not_in_data',
    OTHER,
    'salary|salaries|wage|wages|payroll|rent|equipment|treadmill|treadmills|shower|showers|parking|wifi|password|passwords|rating|ratings|review|reviews|feedback|complaint|complaints|injury|injuries|satisfaction|happy|unhappy|calories|music|marketing|advert|adverts|ads|instagram|facebook|website|app|drinks|shakes|shake|merchandise|retail|protein|supplements|tax|taxes|vat|invoice|invoices|payment|payments|debt|debts|refund|refunds|voucher|vouchers|discount|discounts|price|prices|pricing|fee|fees|heart|competitor|competitors|locker|lockers|sauna|pool|stock|news|joke|poem|song|football|politics|recipe',
    'sell|sold|sales of',
    'staff turnover',
    'got|get|made in|off from? the? waitlist|waiting|list',
    'stay|stayed|stays|staying|duration|dwell',
    'arrive|arrived|arrives|arriving|late|early|on time',
    'waited',
  ),
  ...refuse(
    'greeting',
    'Ask about attendance, classes, trainers, rooms, no-shows or money.',
    'thanks|thank|cheers|ta that|this|you is|for? all|it|everything?',
    'that is all|it|everything',
    'nothing else|more',
    'hello|hi|hey|bye|goodbye',
    'good morning|evening|afternoon|night|day|bye',
    'who are you',
    'what are you',
    'how are you',
    'what can you do',
    'help',
    'never mind',
    'test',
  ),
  ...refuse(
    'order',
    ORDER,
    'book me|a|my',
    'sign me up',
    'cancel my|the',
    'email|send|text|call|remind|notify everyone|everybody|all|them|him|her|members',
  ),
];

/** `future`: "will" before people is a forecast; said by the reader. */
export const FORECAST_MESSAGE = FORECAST;
