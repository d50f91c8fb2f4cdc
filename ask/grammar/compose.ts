/** From the parts of a question to a query, a question back, or a plain word on what was not understood. */

import type { Surroundings } from '../reader.ts';
import { weekdayName } from './dates/calendar-words.ts';
import { BUILDERS } from './intents/build.ts';
import { chooseReport, type Traits } from './intents/evidence.ts';
import { spanOf } from './intents/range.ts';
import type { Built } from './intents/ranged.ts';
import type { Leftover, NamedMention, Parts } from './parts.ts';
import { isStop, nearestNames, type Request, requestOf, type Stop } from './request.ts';

/** A name with several candidates; weekdays of which one report takes one. */
export interface Ambiguous {
  readonly text: string;
  /** Of each option the parts that it stands for. */
  readonly options: readonly {
    readonly parts: Parts;
    readonly label: string;
    readonly start: number;
    readonly end: number;
  }[];
}

export type Composed = Built | Stop | Ambiguous;

/** "our best week", "which month had the most people": the best class of one week would be another answer. */
const RANKED_TIME =
  /\b(?:(?:best|worst|busiest|quietest|fullest|emptiest|strongest|weakest|biggest|smallest|slowest|highest|lowest|top|record)\s+(?:week|weekend|month|year)s?(?!\s+(?:day|class|session|morning|evening|slot|hour|for\s+classes))|(?:which|what)\s+(?:week|weekend|month|year)\s+(?:was|is|had|has|did|were|saw))\b/iu;
const RANKED_TIME_INSTEAD = [
  'How was last week compared with the week before?',
  'How is this month compared with last month?',
  'When is it busiest?',
  'What are the five fullest classes?',
];

const MAX_OPTIONS = 8;
/** What people are: nobody's members are known here. */
const DESCRIPTIONS = new Set(
  'women woman men man ladies gentlemen girls boys kids children teens teenagers adults seniors pensioners students beginners newcomers regulars under over above below older younger male female males females new young old aged age'.split(
    ' ',
  ),
);

export function compose(parts: Parts, surroundings: Surroundings): Composed {
  const stop = beyond(parts) ?? leftOver(parts, surroundings) ?? doubtful(parts, surroundings);
  if (stop !== null) return stop;
  const unclear = ambiguous(parts);
  if (unclear !== null) return unclear;
  const request = requestOf(settled(parts), surroundings);
  if (isStop(request)) return request;
  const traits = traitsOf(request);
  if (isStop(traits)) return traits;
  if (Math.max(request.trainers.length, request.classes.length) > 2) {
    return { stop: 'not_understood', message: 'Two can be compared, not more.' };
  }
  const isMixed = request.trainers.length === 1 && request.classes.length === 1;
  if (isMixed && request.has('versus') && traits.noTime) {
    return {
      stop: 'not_understood',
      message: 'Two trainers or two classes can be compared, not one of each.',
    };
  }
  if (isTwiceTheSame(parts)) {
    return { stop: 'not_understood', message: 'Both names are the same: name two.' };
  }
  const report = chooseReport(request, traits);
  if (report === null) {
    return {
      stop: 'not_understood',
      message:
        'What is asked for was not understood: ask about attendance, trainers, classes, money, no-shows or the timetable.',
    };
  }
  const built = BUILDERS[report](request);
  return isStop(built) ? built : { ...built, notes: [...request.notes, ...built.notes] };
}

/** "compare Anna and Anna". */
function isTwiceTheSame({ cues, mentions, spans }: Parts): boolean {
  const [a, b] = mentions;
  const isSame = mentions.length === 2 && a?.candidates[0]?.id === b?.candidates[0]?.id;
  return isSame && cues.has('versus') && spans.length < 2;
}

/** Things that nobody counts here, and things that the grammar cannot say. */
function beyond({ cues, isOrder, isUnreadable, mentions, text, weekdays }: Parts): Stop | null {
  if (isUnreadable)
    return {
      stop: 'not_understood',
      message: 'There was nothing to read, or too much of it: ask one short question.',
    };
  if (isOrder) {
    return {
      stop: 'not_known_here',
      message: 'Nothing can be changed here, only asked: classes are changed in the schedule.',
    };
  }
  if (cues.has('unknown')) {
    return {
      stop: 'not_known_here',
      message:
        'That is not known here: heads are counted in rooms and held against the timetable and the bookings; members are not known, nor what is to come.',
    };
  }
  if (cues.has('why')) {
    return {
      stop: 'not_understood',
      message: 'Reasons are not known here, only what happened: ask for figures.',
    };
  }
  if (weekdays.length > 1 && cues.has('versus')) {
    return {
      stop: 'not_understood',
      message: 'Weekdays cannot be compared: ask “When is it busiest?” or for one of them.',
    };
  }
  if (RANKED_TIME.test(text)) {
    return {
      stop: 'not_understood',
      message:
        'Weeks and months are not ranked here, only classes, trainers, weekdays and hours. Two of them can be compared.',
      suggestions: RANKED_TIME_INSTEAD,
    };
  }
  if (isOfRooms(cues, mentions)) {
    return {
      stop: 'not_understood',
      message: 'Rooms are not ranked here: ask about one of them by its name.',
    };
  }
  if (!cues.has('negation')) return null;
  return {
    stop: 'not_understood',
    message: 'Something was to be left out: that is not understood. Ask for what should be in.',
  };
}

/** "the fullest room": only classes, trainers and hours are ranked. */
function isOfRooms(cues: Parts['cues'], mentions: Parts['mentions']): boolean {
  const orders = ['best', 'worst', 'biggest', 'smallest', 'most', 'least'] as const;
  const isNamed = mentions.some(({ candidates }) => candidates.some(({ kind }) => kind === 'room'));
  return cues.has('roomNoun') && !isNamed && orders.some((cue) => cues.has(cue));
}

/** Words that narrow the question in a way nobody understood: an answer would be to another question. */
function leftOver(parts: Parts, surroundings: Surroundings): Stop | null {
  const { leftovers } = parts;
  const [first] = leftovers;
  if (first === undefined) return null;
  const typed = leftovers
    .map((one) => one.typed)
    .join(' ')
    .slice(0, 60);
  if (!isLikeName(first, parts)) {
    return { stop: 'not_understood', message: `“${typed}” was not understood.` };
  }
  return unknownName(typed, surroundings);
}

/** Stands where a name would, and describes nobody's members: "for Sarah", not "for women". */
function isLikeName(
  { followsName, isCapital, isFirst, isInNamePlace, word }: Leftover,
  { cues, spans }: Parts,
): boolean {
  if (DESCRIPTIONS.has(word) || /\d/.test(word)) return false;
  if (followsName || isCapital) return true;
  // "Crossfit last week"; the first word of "flurble the attendance" is rather a verb.
  if (isFirst && cues.size === 0 && spans.length > 0) return true;
  return isInNamePlace && cues.size + spans.length > 0;
}

function unknownName(typed: string, surroundings: Surroundings): Stop {
  const nearest = nearestNames(typed, surroundings);
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  return {
    stop: 'unknown_name',
    message: `No trainer, class or room is called “${typed}”.${hint}`,
  };
}

/** "Tom Carter", where Tom and Carter are two people; "she", where nobody was named. */
function doubtful({ mentions, text, cues }: Parts, surroundings: Surroundings): Stop | null {
  const trainers = mentions.filter(({ candidates }) =>
    candidates.every(({ kind }) => kind === 'trainer'),
  );
  for (const [
    i,
    {
      end,
      start,
      candidates: [one],
      isPart,
    },
  ] of trainers.entries()) {
    const next = trainers[i + 1];
    if (!isPart || next === undefined || next.candidates[0]?.id === one?.id) continue;
    if (/^\s+$/.test(text.slice(end, next.start)))
      return unknownName(text.slice(start, next.end), surroundings);
  }
  if (
    !cues.has('pronoun') ||
    (mentions.length > 0 && !(mentions.length === 1 && cues.has('versus')))
  ) {
    return null;
  }
  // "it" and "they" alone say nothing: "how busy is it".
  return /\b(she|he|her|his|him|hers)\b/iu.test(text)
    ? { stop: 'unknown_name', message: 'Who is meant? Name the trainer.' }
    : null;
}

function ambiguous(parts: Parts): Ambiguous | null {
  const at = settled(parts).mentions.findIndex(({ candidates }) => candidates.length > 1);
  const mention = at < 0 ? undefined : settled(parts).mentions[at];
  if (mention !== undefined) return choiceOfNames(settled(parts), mention, at);
  if (parts.weekdays.length < 2) return null;
  return {
    text: 'Only one weekday at a time can be used. Which?',
    options: parts.weekdays.slice(0, MAX_OPTIONS).map((weekday) => ({
      parts: { ...parts, weekdays: [weekday] },
      label: weekdayName(weekday),
      start: -1,
      end: -1,
    })),
  };
}

function choiceOfNames(
  parts: Parts,
  { candidates, typed, start, end }: NamedMention,
  at: number,
): Ambiguous {
  return {
    text: `Which “${typed}” is meant?`,
    options: candidates.slice(0, MAX_OPTIONS).map((candidate) => ({
      parts: {
        ...parts,
        mentions: parts.mentions.map((one, i) =>
          i === at ? { ...one, candidates: [candidate], isPart: false } : one,
        ),
      },
      label: candidate.name,
      start,
      end,
    })),
  };
}

/** Who is in there now can only be a room; what is on or taught is rather a class. */
function settled(parts: Parts): Parts {
  const { cues } = parts;
  const ofTimetable = ['whatsOn', 'next', 'when', 'teaches', 'isThere'] as const;
  const isNow = cues.has('now') || cues.has('inThere');
  const isTimetable = ofTimetable.some((cue) => cues.has(cue));
  if (!isNow && !isTimetable) return parts;
  const mentions = parts.mentions.map((mention) => {
    const likely = mention.candidates.filter(({ kind }) => kind === (isNow ? 'room' : 'class'));
    return likely.length > 0 ? { ...mention, candidates: likely } : mention;
  });
  return { ...parts, mentions };
}

function traitsOf(request: Request): Traits | Stop {
  const { parts, trainers, classes, rooms, weekday, hours } = request;
  const twoRanges =
    parts.spans.length > 1 &&
    (parts.spans.some(({ isBefore }) => isBefore) || isStop(spanOf(parts.spans, 'back')));
  const [span] = parts.spans;
  const days = span?.days('back') ?? null;
  const ahead = span?.days('ahead') ?? null;
  const isNarrowed = [weekday, hours, rooms[0], classes[0], trainers[0]].some(
    (one) => one !== undefined,
  );
  return {
    oneTrainer: trainers.length === 1,
    twoTrainers: trainers.length === 2,
    oneClass: classes.length === 1,
    twoClasses: classes.length === 2,
    room: rooms.length === 1,
    noTime: parts.spans.length === 0 && weekday === undefined && hours === undefined,
    oneDay: days !== null && days.from === days.to,
    severalDays: days !== null && days.from !== days.to,
    twoRanges,
    narrowed: isNarrowed,
    coming:
      ahead !== null &&
      ahead.to >= parts.today &&
      !parts.cues.has('past') &&
      isDayish(ahead, parts.today),
  };
}

/** A day that is not over, or days that are all to come. */
function isDayish({ from, to }: { from: string; to: string }, today: string): boolean {
  return from === to || from > today;
}
