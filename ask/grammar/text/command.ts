/**
 * The head of a command: "fetch", "could you pull together the ...". Verbs of telling say nothing about
 * what is told, so they are claimed before anything is read. Verbs that would change something are found too.
 */

import type { Sentence } from './sentence.ts';

/** Words before the verb of a command. */
const BEFORE_VERB = new Set(
  'please pls plz kindly hey hi hello ok okay right so now just can could would will you i want need like to let us me lets quickly'.split(
    ' ',
  ),
);
/** Say only "tell me", whatever follows. */
const TELLING = new Set(
  'fetch grab dig summon calculate compute produce prepare print output provide return retrieve query crunch compile display load examine inspect evaluate assess measure tally describe outline present surface spit whip knock rustle dump post ping determine identify pick select search analyse analyze investigate study consult deliver supply hand furnish confirm verify recall summon scan extract split visualise visualize unpack discover flag highlight'.split(
    ' ',
  ),
);
/** Mean other things as well, and tell only before "me", "up", "the": "run the numbers", "draw up a report". */
const SOMETIMES_TELLING = new Set(
  'run make generate bring draw pull lay set map spell line sketch take build throw put get spin stretch cook lift work walk talk read pop chuck shoot create write find figure'.split(
    ' ',
  ),
);
const PARTICLES = new Set('up out together over through off down back'.split(' '));
const OBJECTS = new Set('me us'.split(' '));
const DETERMINERS = new Set('the a an my our all every which what how who whether some'.split(' '));
/** Would change the timetable. */
const CHANGING = new Set(
  'cancel delete move add rename reschedule swap assign book postpone replace cut drop kill axe scrap bin remove close'.split(
    ' ',
  ),
);
/** Of these "the" and "my" are enough: "cancel the 6pm class". */
const ALWAYS_CHANGING = new Set('cancel delete rename reschedule book postpone'.split(' '));
/** "week = last week": names of fields, not what is asked for. */
const FIELDS = new Set(
  'weekday week day date dates month range period time trainer coach instructor teacher class room report metric sort order filter name'.split(
    ' ',
  ),
);

/**
 * Claims the verb of telling at the head, and names of fields before "=" or ":".
 */
export function claimCommand(sentence: Sentence): void {
  for (const [at, { word, end }] of sentence.tokens.entries()) {
    const isField =
      /^\s*=/.test(sentence.text.slice(end)) || (at === 0 && sentence.text[end] === ':');
    if (FIELDS.has(word) && isField) sentence.claim(at);
  }
  const at = headOf(sentence);
  const length = sentence.isFree(at) ? tellingAt(sentence, at) : 0;
  sentence.claim(at, length);
}

/** Where it was claimed as one; see `greeting.ts`. */
const GREETING = /^(?:good|morning|afternoon|evening|night|day)$/;

/** The place of the verb that a command begins with. */
export function headOf(sentence: Sentence): number {
  let at = 0;
  const isGreeting = () => !sentence.isFree(at) && GREETING.test(sentence.word(at));
  const isBefore = () => BEFORE_VERB.has(sentence.word(at)) || isGreeting();
  while (at < sentence.length - 1 && isBefore()) at++;
  return at;
}

function tellingAt(sentence: Sentence, at: number): number {
  const word = sentence.word(at);
  const next = sentence.word(at + 1);
  const leads = PARTICLES.has(next) || OBJECTS.has(next) || DETERMINERS.has(next);
  const isReturn = word === 'return' && next === 'on';
  const isTelling = (TELLING.has(word) && !isReturn) || (leads && SOMETIMES_TELLING.has(word));
  if (!isTelling || sentence.tokens[at]?.isPossessive === true) return 0;
  const particle = PARTICLES.has(next) ? 1 : 0;
  return 1 + particle + (OBJECTS.has(sentence.word(at + 1 + particle)) ? 1 : 0);
}

/**
 * "cancel Low Impact": the head is a verb of changing, and what it would change stands right after it.
 *
 * @param named places where names begin
 */
export function isOrderToChange(sentence: Sentence, named: ReadonlySet<number>): boolean {
  const at = headOf(sentence);
  if (!CHANGING.has(sentence.word(at))) return false;
  if (
    /^(the|my|this|our|all|today|tomorrow|tonight|next|it)$/.test(sentence.word(at + 1)) &&
    ALWAYS_CHANGING.has(sentence.word(at))
  )
    return true;
  const next = DETERMINERS.has(sentence.word(at + 1)) ? at + 2 : at + 1;
  const isOfWhole = /^(next|this|that|last|one|dead|new)$/.test(sentence.word(next))
    ? next + 1
    : next;
  return named.has(next) || named.has(isOfWhole);
}
