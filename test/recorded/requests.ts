/** What is asked of every recorded gym: each endpoint that answers with figures, and the queries and questions that use them. */

export interface RecordedRequest {
  readonly name: string;
  readonly target: string;
  readonly body?: object;
  readonly accept?: string;
}

const QUERIES: readonly object[] = [
  { measures: ['attended', 'booked', 'no_shows', 'walk_ins', 'fill_rate'] },
  { measures: ['sessions', 'held', 'cancelled', 'attended'], by: ['week'], compare: 'previous' },
  { measures: ['attended', 'capacity', 'fill_rate'], by: ['week'], fill: 'gaps' },
  {
    measures: ['fill_rate', 'average_attendance'],
    by: ['start_time'],
    order: [['fill_rate', 'asc']],
  },
  { measures: ['attended', 'no_show_rate', 'slot_index', 'trend'], by: ['trainer'] },
  { measures: ['attended', 'over_capacity', 'empty_seats'], by: ['room'] },
  {
    measures: ['revenue', 'cost', 'profit', 'profit_per_class', 'breakeven_attendance'],
    by: ['class'],
  },
  {
    measures: ['revenue_per_visit', 'empty_seat_value', 'fill_rate'],
    by: ['series'],
    limit: 12,
    offset: 3,
  },
  { measures: ['attended', 'fill_rate'], by: ['verdict'] },
  { measures: ['held', 'attended'], by: ['source', 'quality'] },
  { measures: ['held', 'attended'], by: ['substitute', 'status'] },
  { measures: ['attended'], by: ['day'], fill: 'gaps', from: '2026-10-20', to: '2026-11-30' },
  {
    measures: ['attended', 'late_cancels', 'waitlisted'],
    by: ['month'],
    from: '2026-09-01',
    to: '2026-11-23',
  },
  { measures: ['attended'], by: ['weekday', 'hour', 'room'], having: [['attended', '>', 20]] },
  {
    measures: ['attended'],
    where: [
      ['part_of_day', 'is', ['evening']],
      ['weekday', 'is_not', ['sunday']],
    ],
  },
  {
    measures: ['attended', 'fill_rate'],
    by: ['session'],
    order: [['attended', 'desc']],
    limit: 10,
  },
  {
    measures: ['no_shows'],
    by: ['trainer', 'week'],
    where: [['hour', 'between', [17, 6]]],
    limit: 40,
  },
  { measures: ['attended'], from: '2026-11-23', to: '2026-11-29', compare: 'previous' },
  { measures: ['attended'], by: ['class'], where: [['class', 'is', ['Yoga']]] },
  { measures: ['attended'], from: '2026-12-01', to: '2026-11-01' },
  {
    measures: ['held', 'attended'],
    by: ['weekpart'],
    where: [['class', 'is_not', ['yogas']]],
    share: true,
  },
  { measures: ['attended'], by: ['weekday'], compare: 'last_year' },
  { measures: ['sessions'], by: ['session'], where: [['status', 'is', ['cancelled']]] },
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

const json = 'application/json';

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
  ...TOOLS.map(([name, args]) => ({
    name: `tool-${name}`,
    target: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    accept: `${json}, text/event-stream`,
  })),
  {
    name: 'week',
    target: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'turnout://week' } },
    accept: `${json}, text/event-stream`,
  },
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
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) => ({
    name: `mcp-${method.replaceAll('/', '-')}`,
    target: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method },
    accept: `${json}, text/event-stream`,
  })),
];
