/** Single questions whose reading has a rule of its own. */

import { expect, it } from 'vitest';
import { contextOf } from '../../../ask/answers/ask-question.ts';
import { readQuestion } from '../../../ask/read/read-question.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const view = sandboxView(Date.UTC(2026, 10, 22, 18));
const caller = { principal: null, view, trainers: view.trainers };
const context = contextOf(caller, null);

it.each([
  [['07:30'], ['07:30']],
  [['19:30'], ['19:30']],
  [
    ['07:30', '19:30'],
    ['07:30', '19:30'],
  ],
])('7:30 is when classes begin: %j', async (startTimes, meant) => {
  const asked = { text: 'How full is the 7:30 class?', prev: [] };
  const reading = await readQuestion(asked, { ...context, startTimes });
  expect(reading).toMatchObject({ query: { where: [['start_time', 'is', meant]] } });
});

it.each([
  'which trainers are paid more than they bring in',
  'which classes had more bookings than visits last week',
])('one figure is not compared with another: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, context)).toMatchObject({ kind: 'unclear' });
});

it('a trainer is offered no guess about money', async () => {
  const asked = { text: 'my takings against my pay, any good', prev: [] };
  const offered = async (self: string | null) => {
    const reading = await readQuestion(asked, { ...context, self });
    return reading.kind === 'unclear' && reading.suggestions.join();
  };
  expect(await offered(null)).toMatch(/revenue/i);
  expect(await offered('anna-petrova')).not.toMatch(/revenue|pay/i);
});

it.each([
  ['how many people came to zumba', 'zumba'],
  ['How did Marcus do last week?', 'Marcus'],
  ['attendance of Sarah last month', 'Sarah'],
])('a class or person that the gym does not have is the reason: %s', async (text, name) => {
  expect(await readQuestion({ text, prev: [] }, context)).toMatchObject({
    reason: 'unknown_name',
    message: expect.stringContaining(`No trainer, class or room is called “${name}”.`),
  });
});

it('a word that nobody knows is left out, and said to be', async () => {
  const asked = { text: 'How many people came last week then, flippetygibbet', prev: [] };
  expect(await readQuestion(asked, context)).toMatchObject({
    query: { measures: expect.arrayContaining(['attended']) },
    assumed: ['Not used: “flippetygibbet”.'],
  });
});

it('two thirds are no two people', async () => {
  const asked = { text: 'classes more than two thirds full', prev: [] };
  expect(await readQuestion(asked, context)).toMatchObject({
    query: { having: [['fill_rate', '>', 0.666667]] },
  });
});

it.each([
  'How many people came last week? Why so few?',
  'early mornings in the shed - worth it?',
  'How many came to yoga and how many to spin?',
  'cancel tom’s class tomorrow',
  'attendance without Boxing Day',
  'cost per visit',
  'profit by room, but not in October',
  'average revenue per class in November',
  'longest class',
  'Male to female ratio in Boxing Basics last month?',
  'how many people came while Tom Ashworth was off',
  'how many classes did someone else cover for Ben',
  'how many hours was the studio used last week',
  'people per trainer hour',
  'how many arrived late last week',
  'how many people on average come to a 60 minute class',
  'how many came to the class before HIIT 45',
  'attendance on the first monday of each month',
  'how many bookings were made today',
  'how fast do classes fill up',
])('no part is answered for the whole: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, context)).toMatchObject({ kind: 'unclear' });
});

const days = (from: string, to = from) => ({ from, to });
it.each([
  [
    'are we up or down on the week before, heads I mean',
    { ...days('2026-11-09', '2026-11-15'), compare: days('2026-11-02', '2026-11-08') },
  ],
  ['did we beat the saturday before', { ...days('2026-11-21'), compare: days('2026-11-14') }],
  [
    'Attendance from 2 to 15 November versus the two weeks leading up to it?',
    { ...days('2026-11-02', '2026-11-15'), compare: days('2026-10-19', '2026-11-01') },
  ],
  [
    'How did the first week of November do for attendance beside the first week of October?',
    { ...days('2026-11-01', '2026-11-07'), compare: days('2026-10-01', '2026-10-07') },
  ],
  [
    'attendance in the week of 9 November beside that of 2 November',
    { ...days('2026-11-09', '2026-11-15'), compare: days('2026-11-02', '2026-11-08') },
  ],
  [
    'was sat busier than sun this weekend just gone',
    { ...days('2026-11-22'), compare: days('2026-11-21') },
  ],
  ['visits since bonfire night, the fifth of november', days('2026-11-05', '2026-11-22')],
  [
    'did more people come on monday or tuesday last week',
    { ...days('2026-11-10'), compare: days('2026-11-09') },
  ],
  [
    'november vs last november',
    { ...days('2026-11-01', '2026-11-22'), compare: days('2025-11-01', '2025-11-30') },
  ],
  ['how many bookings are left this week', days('2026-11-22')],
  ['hiit without early hiit', { where: [['class', 'is', ['HIIT 45']]] }],
  ['no-shows with ben not anna', { where: [['trainer', 'is', ['ben-carter']]] }],
  [
    'no-shows by trainer except Anna and Ben',
    { where: [['trainer', 'is_not', ['anna-petrova', 'ben-carter']]] },
  ],
  [
    'ben invoices separately so trainer wages last month without ben',
    { where: [['trainer', 'is_not', ['ben-carter']]] },
  ],
  [
    'strength club attendance, but without the saturday ones',
    {
      where: [
        ['class', 'is', ['Strength Club']],
        ['weekday', 'is_not', ['saturday']],
      ],
    },
  ],
  [
    'morning afternoon evening split of people, saturdays excluded',
    { where: [['weekday', 'is_not', ['saturday']]] },
  ],
  [
    "October's attendance with Hatha Yoga and Slow Flow left out",
    { where: [['class', 'is_not', ['Hatha Yoga', 'Slow Flow']]] },
  ],
  [
    'which trainers had no no-shows last month',
    { by: ['trainer'], having: [['no_shows', '<=', 0]] },
  ],
  ['which class loses money', { by: ['series'], having: [['profit', '<', 0]] }],
  ['how many spots are left in hiit today', { measures: ['capacity', 'booked'] }],
  ['the classes we put on last month, how many', days('2026-10-01', '2026-10-31')],
  ['what has ben got left this week', days('2026-11-22')],
  ['do ppl turn up w out booking to core express', { measures: ['walk_ins'] }],
  [
    'Bookings and attendance for Saturday the 14th of November, please.',
    { measures: ['attended', 'booked'], ...days('2026-11-14') },
  ],
  [
    'Average attendance of classes with a substitute versus those without, last month.',
    { by: ['substitute'], ...days('2026-10-01', '2026-10-31') },
  ],
  [
    'Anna took my Tuesday Hatha on the 17th while I had flu; how many did she have?',
    days('2026-11-17'),
  ],
])('%s', async (text, query) => {
  expect(await readQuestion({ text, prev: [] }, context)).toMatchObject({ query });
});

it('the most recent class is the one held last, and no word of it is left out', async () => {
  const asked = { text: 'how many came to the most recent Dance Fit', prev: [] };
  expect(await readQuestion(asked, context)).toMatchObject({
    query: { order: [['session', 'desc']], limit: 1 },
    assumed: [],
  });
});
