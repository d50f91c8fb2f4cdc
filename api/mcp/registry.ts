/** All that the MCP server offers, whatever carries it: made once from the route table, without anything of the protocol. */

import { seriesOf } from '../../gym/figures/class-table.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { periodRange, sessionsIn, todayOf } from '../../gym/reports/period.ts';
import { attendanceReport } from '../../gym/reports/summary.ts';
import { foldName } from '../../gym/sessions/names.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import { admitVisitor } from '../auth/guard.ts';
import type { Answer } from '../http/message.ts';
import type { App } from '../routes/app.ts';
import { askWorldOf } from '../routes/ask.ts';
import type { Arguments, Route, RouteResource } from '../routes/route.ts';
import { chainTools } from './chain-tools.ts';
import { createCharts } from './charts.ts';
import { askTool, queryFiguresTool } from './questions.ts';
import { callRoute, LIST_TRAINERS, type McpExchange, ownTrainers, toolOf } from './tools.ts';

/** What the tools work with: of a server, or of the person at the computer. */
export interface McpApp
  extends Pick<App, 'reader' | 'chain' | 'base' | 'version' | 'log' | 'clock'> {
  readonly gyms: Pick<App['gyms'], 'asOf' | 'classesIn' | 'prepare'>;
}

export type Registry = ReturnType<typeof createRegistry>;

/** @param routes Those that are tools, resources or both say so. */
export function createRegistry(routes: readonly Route[], app: McpApp) {
  const { gyms, log } = app;
  const charts = createCharts(log);
  const world = askWorldOf(app);
  const tools = [
    ...routes.flatMap((route) => toolOf(route, charts, gyms.asOf) ?? []),
    queryFiguresTool(gyms),
    LIST_TRAINERS,
    askTool(world, app.base, charts),
  ];
  return {
    tools: world.chain === undefined ? tools : chainTools(tools, world.chain),
    resources: resourcesOf(routes),
    prompts: PROMPTS,
  };
}

export interface Resource extends RouteResource {
  /** @param given Values of the variables in its address. */
  call(given: Arguments, exchange: McpExchange): Promise<Answer>;
}

/** As clients and the page about it are shown them: those that are one, then those of many. */
const ORDER = ['today', 'week', 'rooms', 'class', 'session'];

/** The answers of `routes` that have an address, and the week. */
function resourcesOf(routes: readonly Route[]): readonly Resource[] {
  const answers = routes.flatMap((route): Resource[] =>
    route.resource === undefined
      ? []
      : [{ ...route.resource, call: (given, exchange) => callRoute(route, given, exchange) }],
  );
  return [WEEK, ...answers].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}

/** `class_id` of `turnout://classes/{class_id}`. */
export function variableOf({ uri }: RouteResource): string | undefined {
  return /\{(\w+)\}/.exec(uri)?.[1];
}

/** What may stand for the variable of a resource, in an order in which figures play no part. */
export function idsOf(resource: RouteResource, view: GymView): readonly string[] {
  const today = todayOf(view);
  if (variableOf(resource) !== 'class_id') {
    return sessionsIn(view, { from: today, to: today }).map(({ id }) => id);
  }
  const all = seriesOf(view).map(({ weekday, startTime, name, classId }) => ({
    key: `${weekday} ${startTime} ${name} ${classId}`,
    classId,
  }));
  return all.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ classId }) => classId);
}

/** Classes that are listed: a week of any but the largest gyms. Chosen here. */
const MAX_CLASSES = 100;

const WEEK: Resource = {
  uri: 'turnout://week',
  name: 'week',
  title: 'This week',
  description:
    'The seven days that end today: classes, attendance, fill, bookings and no-shows of each day and together, and the classes of the week from full to empty.',
  call: async (_, { visitor, signal }) =>
    admitVisitor(await visitor(), {}, signal, ({ view }) => ({
      status: 200,
      value: weekBody(view),
    })),
};

/** Without the verdicts: one week says too little for them. */
const OF_WEEK = [
  'rank',
  'class_id',
  'name',
  'weekday',
  'start_time',
  'room',
  'trainers',
  'attended',
  'capacity',
  'fill_rate',
  'no_show_rate',
  'no_shows_basis',
] as const;

function weekBody(view: GymView): object {
  const range = periodRange(view, 'week');
  const { ranking } = performanceReport(view, MAX_CLASSES, range);
  const rows = ranking.map((row) => Object.fromEntries(OF_WEEK.map((name) => [name, row[name]])));
  return { ...attendanceReport(view, range), ranking: rows };
}

/** `complete`: values that begin with a text, as a visitor may see them. */
const TRAINER_ARGUMENT = {
  name: 'trainer',
  description: 'Name or id of the trainer.',
  complete: trainersLike,
};
export type PromptArgument = typeof TRAINER_ARGUMENT;

/** What every text keeps to. */
const RULES = `Rules:
- Use only figures that the tools gave you, and write the number with every claim ("62 % full over 6 classes"). Do not estimate, and do not carry a figure over from memory.
- \`null\` is unknown: say so and why (\`quality_reasons\`, \`verdict_reasons\`), never as zero. Leave out of every comparison what is unknown on one side.
- Attendance of quality C is rough: say "about". \`none\` is no count. A figure of fewer than 4 classes is an anecdote: name the n, draw no conclusion.
- \`no_shows_basis\` \`net\` or \`mixed\` is a lower bound: write "at least". With a comparison whose \`notes\` or reasons (\`source_changed\`) say that it was counted in different ways, say so.
- Rates are fractions: write 0.824 as 82 %. Fields that end with \`_pct\` are per cent already. Times are the gym's own.
- If a tool answers with an error, say in one line what is missing and go on with the rest.`;

const WEEKLY_REVIEW = `Write the weekly review of this gym for its manager, who has two minutes.

1. Call get_summary for today: what ran, what is still to come, whether rooms are counted (\`rooms[].state\`).
2. Call rank_classes with limit 20: the fullest classes of six weeks and all dead ones, \`trend_pct\` and \`verdict\`.
3. Read the resource turnout://week where you can read resources: the seven days, each with its sums, and the classes of the week. Otherwise call ask with "Attendance of the last seven days" and with "Compare this week with last week".
4. Call list_trainers, then get_trainer with period "week" for each of them; stop after ten.
5. Call get_revenue: only where its totals are known.

Look for: days that differ from the others; classes whose \`trend_pct\` is above 10 or below -10; classes that are full (a second one?) or dead; trainers whose fill moved (\`previous.change\`); no-shows above 15 %; rooms without counts and qualities C or none, which are a matter of a camera, not of a class.

Shape of the text:
- Headline: one sentence with the attendance and the fill of the week and what changed.
- "What went well": at most three points.
- "What needs a decision": at most three points, each with the class or trainer, the number, and one thing to do.
- "What we do not know": classes and rooms without a count, and why.
At most 250 words. No tables, no praise without a number.

${RULES}`;

const WHAT_TO_CUT = `Tell the manager of this gym which classes to cut, which to move and which to leave alone.

1. Call rank_classes with limit 100: those with verdict \`dead\` are the candidates; \`reasons\` has why. Those with verdict \`unprofitable\` are none: people come, but most times they cost more than they bring in. Keep those with verdict \`weak\` and a \`trend_pct\` below -5 as a second group.
2. Call get_revenue: profit, \`profit_per_class\` and \`breakeven_attendance\` of the same class, by its name, weekday and start; \`breakeven_reason\` \`above_capacity\` asks for more places, \`no_margin\` for another price or pay per head. Money may be unknown: then argue with attendance only and say so.
3. For each candidate (at most eight) call ask with "How did <name> on <weekday>s at <time> do over the last six weeks?" or read turnout://classes/{class_id}: is it falling, always empty, or was it two bad weeks, a substitute, a holiday?
4. Before cutting, look at the slot: do other classes at this weekday and hour fill (rank_classes with chart true draws the week)? Then move or replace the class. Does the same class fill at another time? Then join the two. Does the trainer fill other classes? Then it is not the trainer.

Never propose to cut a class with verdict \`insufficient_data\`, with fewer than 4 graded occurrences, or whose counts are of quality C or none: say what has to be counted first.

Shape of the text:
- "Cut": each with weekday, time, room, fill and n, average attendance against capacity, profit per class if known, and what is saved.
- "Change": unprofitable classes, each with its fill, its profit per class, the attendance from which it pays, and what would help: a higher price, more places or lower pay.
- "Move or join": each with where to and the figure that speaks for it.
- "Watch": what to look at again, and when.
- "Cannot be judged": what is not known, and what would make it known.
One sentence of reason each. Order by what is lost most.

${RULES}`;

function oneToOne(trainer: string): string {
  return `Prepare a one-to-one talk between the manager of this gym and the trainer ${JSON.stringify(trainer)}. The trainer will read it: be fair, concrete and kind.

1. Call get_trainer with trainer ${JSON.stringify(trainer)} and period "week". If the name is unknown or ambiguous, call list_trainers, choose the one that is clearly meant or ask which, and call again with the id.
2. Call get_trainer again with from and to, the six weeks that end today: one week is too little to judge anybody.
3. Where rank_classes is available, call it with limit 100 and look at the classes that this trainer gives.

Look at: \`slot_index\` (people who came over those who usually come to a class of the same name, weekday and time: 1 is as usual; this is the fair measure, the plain fill is not), \`fill_rate\` with its n, \`previous.change\`, \`no_show_rate\`, \`walk_ins\`, and single classes that stand out. Substitutions count for who gave the class. A bad hour, a large room or a camera without pictures is not the trainer's doing: say so.

Shape of the text:
- "In short": two sentences with the two figures that matter most.
- "Going well": two points with numbers, to be named first.
- "To talk about": one or two points as open questions, not verdicts.
- "Try until next time": one thing that can be measured, and with which figure.
- "What the figures do not say": unknown classes, small n, quality C.
At most 200 words. Never compare with another trainer by name.

${RULES}`;
}

/**
 * Pieces of work that people start by name. Each is an instruction to a model: what to call, what to look at, what to write.
 * Those that take a trainer are for trainers too. `text` gets the value of the argument; empty where there is none.
 */
const PROMPTS = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'The week of the gym in two minutes: what went well, what needs a decision.',
    argument: null,
    text: () => WEEKLY_REVIEW,
  },
  {
    name: 'what_to_cut',
    title: 'What to cut',
    description: 'Which classes to cut, move or keep, with the figures that speak for it.',
    argument: null,
    text: () => WHAT_TO_CUT,
  },
  {
    name: 'trainer_one_to_one',
    title: 'One-to-one with a trainer',
    description: 'Notes for a fair talk with one trainer.',
    argument: TRAINER_ARGUMENT,
    text: oneToOne,
  },
];

function trainersLike(text: string, visitor: Visitor): readonly string[] {
  const caller = ownTrainers(visitor);
  if ('code' in caller) return [];
  const wanted = ` ${foldName(text)}`;
  return caller.trainers
    .filter(({ id, name }) => ` ${foldName(name)} ${id}`.includes(wanted))
    .map(({ name }) => name);
}
