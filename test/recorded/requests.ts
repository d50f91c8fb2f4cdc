/** What is asked of every recorded gym: each endpoint that answers with figures, and the queries and questions that use them. */

export interface RecordedRequest {
  readonly name: string;
  readonly target: string;
  readonly body?: object;
  readonly accept?: string;
}

const words = (text: string) => text.split(' ');
/** Measures, and what the classes are put together by. */
const query = (measures: string, by = '', more: object = {}) => {
  return { measures: words(measures), ...(by !== '' && { by: words(by) }), ...more };
};

const QUERIES: readonly object[] = [
  query('attended booked no_shows walk_ins fill_rate'),
  query('sessions held cancelled attended', 'week', { compare: 'previous' }),
  query('attended capacity fill_rate', 'week', { fill: 'gaps' }),
  query('fill_rate average_attendance', 'start_time', { order: [['fill_rate', 'asc']] }),
  query('attended no_show_rate slot_index trend', 'trainer'),
  query('attended over_capacity empty_seats', 'room'),
  query('revenue cost profit profit_per_class breakeven_attendance', 'class'),
  query('revenue_per_visit empty_seat_value fill_rate', 'series', { limit: 12, offset: 3 }),
  query('attended fill_rate', 'verdict'),
  query('held attended', 'source quality'),
  query('held attended', 'substitute status'),
  query('attended', 'day', { fill: 'gaps', from: '2026-10-20', to: '2026-11-30' }),
  query('attended late_cancels waitlisted', 'month', { from: '2026-09-01', to: '2026-11-23' }),
  query('attended', 'weekday hour room', { having: [['attended', '>', 20]] }),
  query('attended', '', {
    where: [
      ['part_of_day', 'is', ['evening']],
      ['weekday', 'is_not', ['sunday']],
    ],
  }),
  query('attended fill_rate', 'session', { order: [['attended', 'desc']], limit: 10 }),
  query('no_shows', 'trainer week', { where: [['hour', 'between', [17, 6]]], limit: 40 }),
  query('attended', '', { from: '2026-11-23', to: '2026-11-29', compare: 'previous' }),
  query('attended', 'class', { where: [['class', 'is', ['Yoga']]] }),
  query('attended', '', { from: '2026-12-01', to: '2026-11-01' }),
  query('held attended', 'weekpart', { where: [['class', 'is_not', ['yogas']]], share: true }),
  query('attended', 'weekday', { compare: 'last_year' }),
  query('sessions', 'session', { where: [['status', 'is', ['cancelled']]] }),
];

const QUESTIONS = [
  'How many people came last week?',
  'Which classes are dead?',
  'Who is the best trainer by fill rate?',
  'How much did we make this month?',
  'No-shows by trainer in the last six weeks',
  'Busiest weekday?',
  'How full was Pilates last week compared with the week before?',
  'Which is the emptiest class on Mondays?',
  'How many people came in the last six weeks?',
];

const TOOLS: readonly (readonly [name: string, args: object])[] = [
  ['get_summary', {}],
  ['rank_classes', { limit: 5 }],
  ['get_revenue', {}],
  ['list_trainers', {}],
  ['query_figures', { measures: ['attended', 'fill_rate'], by: ['week'] }],
  ['ask', { query: 'How many people came last week?' }],
];

const STREAMED = 'application/json, text/event-stream';
const message = (name: string, method: string, params?: object): RecordedRequest => {
  const body = { jsonrpc: '2.0', id: 1, method, ...(params && { params }) };
  return { name, target: '/mcp', body, accept: STREAMED };
};

/** Of each gym, with the key of an owner. */
export const GYM_REQUESTS: readonly RecordedRequest[] = [
  { name: 'summary', target: '/v1/summary' },
  { name: 'performance', target: '/v1/classes/performance' },
  { name: 'performance-100', target: '/v1/classes/performance?limit=100' },
  { name: 'revenue', target: '/v1/revenue' },
  { name: 'rooms', target: '/v1/rooms' },
  { name: 'operator-corrections', target: '/operator/v1/corrections' },
  { name: 'operator-imports', target: '/operator/v1/imports' },
  ...QUERIES.map((body, at) => ({ name: `query-${at}`, target: '/v1/query', body })),
  { name: 'query-csv', target: '/v1/query', body: QUERIES[3] as object, accept: 'text/csv' },
  ...QUESTIONS.map((query, at) => ({ name: `ask-${at}`, target: '/ask', body: { query } })),
  ...TOOLS.map(([name, args]) => message(`tool-${name}`, 'tools/call', { name, arguments: args })),
  message('week', 'resources/read', { uri: 'turnout://week' }),
];

/** Of the service: once, without a credential, unless a gym's key is needed to see it. */
export const SERVICE_REQUESTS: readonly RecordedRequest[] = [
  { name: 'sandbox-summary', target: '/v1/summary' },
  { name: 'openapi', target: '/openapi.json' },
  { name: 'mcp-md', target: '/mcp.md' },
  { name: 'protected-resource', target: '/.well-known/oauth-protected-resource' },
  { name: 'authorization-server', target: '/.well-known/oauth-authorization-server' },
  { name: 'catch-all', target: '/nothing/here' },
  { name: 'unknown-path', target: '/v1/nothing' },
  { name: 'ask-what', target: '/ask' },
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) =>
    message(`mcp-${method.replaceAll('/', '-')}`, method),
  ),
];
