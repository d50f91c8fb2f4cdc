/** Questions to show to people, with the names of their gym. Each one is understood as it stands: a test asks them all. */

import type { AskContext } from '../reader.ts';

/** For a trainer's own key, which may not see what the others ask. */
const OWN = [
  'How many people came to my classes today?',
  'How did I do last week?',
  'How full are my classes?',
  'How many no-shows did I have last week?',
  'What do I teach tomorrow?',
];

/** 5 to 12 questions, the most useful first. Names only what the gym has: a gym without trainers gets none about them. */
export function examplesOf({
  trainers,
  classNames,
  rooms,
  self = null,
}: Pick<AskContext, 'trainers' | 'classNames' | 'rooms'> & Partial<AskContext>): string[] {
  if (self !== null) return OWN;
  const [first, second] = trainers;
  const [name] = classNames;
  const [room] = rooms;
  const examples = [
    'How many people came today?',
    'Which classes should I cut?',
    first && `How did ${first.name} do last week?`,
    'What are the five fullest classes?',
    name && `How full is ${name}?`,
    'When is it busiest?',
    first && second && `Compare ${first.name} and ${second.name}`,
    'How many no-shows were there last week?',
    'Which classes lose money?',
    room && `How many people are in the ${room.name} right now?`,
    'What is on tomorrow?',
    'How is this week compared with last week?',
  ];
  return examples.filter((one): one is string => Boolean(one));
}
