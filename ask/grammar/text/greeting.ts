/** "Good morning, quick one: how many came?": said to whoever answers, and nothing that is asked about. */

import { Phrases, patternsOf, rule } from './pattern.ts';
import type { Sentence } from './sentence.ts';

const HELLO = new Set(['hi', 'hello', 'hey', 'dear']);
const TIMES = new Set(['morning', 'afternoon', 'evening', 'night', 'day']);

/** What people say before or after a question; none of it could be a part of one. */
const SMALL_TALK = new Phrases(
  patternsOf(
    `
    hi|hey|hello|hiya|yo|alright there|all|team|both|everyone|mate|again?
    just? a? quick|quickie|small|simple|random|stupid|silly|dumb one|question|q|query|thing|check|request
    one more|last|quick|other thing|question / another quick? question|thing|one / sorry|apologies to bother|disturb|trouble you?
    sorry / when|whenever you get|have a? chance|moment|minute|sec|second|time / no rush|hurry / if you can|could|may|please
    if possible / if you would|do not? mind / if it is not? too? much? trouble|bother / real quick / very much|kindly appreciated
    much|greatly appreciated / appreciate it|that / thanks|thank|thx|ty|cheers|ta you? so|very? much? in advance
    i|we would love|like to? see|have|get|know? / many thanks / thanks|thank|cheers|ta a you? lot|lots|million|bunch|all|mate|again / hope you are? well|good|okay|ok
    do you know|remember / any chance|way you|i|we can|could|might? / would you|it be able|possible to / if you know
    just|simply|only? being|out? of? curious|curiosity|nosy / for|in my|our|the report|accountant|board|boss|records|accounts
    be straight|honest|frank|blunt|truthful with me|us? / to? be|being totally|completely|perfectly? honest|fair|frank|blunt / in all? honesty
    i|we am|are? just? trying|hoping|planning|want|wanting|going|looking|need to? work|sort|figure|map out my|our|the|a? next? week|weeks|month|months? staff|staffing|class? rota|rotas|roster|schedule|timetable|staffing|budget|shifts
    i|we am|are? just? trying|hoping|planning|want|wanting|going|looking|need to? plan|planning|redo|redoing|rework|fix|fixing|do|doing my|our|the|a? next? week|weeks|month|months? staff|staffing|class? rota|rotas|roster|staffing|budget|shifts
    all told|in / roughly|generally|broadly|strictly|frankly|honestly speaking / got|have? a|an|some|another|this? lady|woman|man|guy|bloke|member|customer|client|parent|mum|caller|lad|gentleman on|at the phone|line|desk|door
    does? anyone|anybody|someone|somebody know|knows|remember
    for the? team|staff|board|monthly|weekly meeting / asap / right away / lol|haha|xx|x / my|the boss|accountant|partner wants|asks|asked|is asking to?
    `.trim(),
  ).map((pattern) => rule(pattern, () => true)),
);

export function claimSmallTalk(sentence: Sentence): void {
  // Alone it is no question: then the reader says so.
  const found = SMALL_TALK.find(sentence);
  if (sentence.free().length > 0) return;
  for (const { at, length } of found) sentence.release(at, length);
}

/** Words that begin a question behind a greeting. */
const ASKING =
  /^(how|what|which|who|whose|when|where|can|could|would|will|is|are|was|were|do|does|did|has|have|just|quick|please|show|give|tell|list|any|i|we|need|want|sorry|hope|so|ok|okay|the|number|total)$/;

/** Claims a greeting at the head. Without "good" before it or a sign behind it "Morning classes" asks about mornings. */
export function claimGreeting(sentence: Sentence): void {
  let at = 0;
  while (HELLO.has(sentence.word(at))) at++;
  const isGood = sentence.word(at) === 'good';
  const time = isGood ? at + 1 : at;
  const end = sentence.tokens[time]?.end;
  if (end === undefined || !TIMES.has(sentence.word(time))) return;
  const behind = sentence.text.slice(end);
  // "Morning, afternoon and evening attendance" greets nobody.
  const isParted = /^\s*[!.]\s*\S/.test(behind);
  const isAsked = /^\s*,\s*\S/.test(behind) && ASKING.test(sentence.word(time + 1));
  if (isGood || isParted || isAsked) sentence.claim(0, time + 1);
}
