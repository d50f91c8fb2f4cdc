/**
 * Who is given what at `/mcp`: every tool, resource and prompt × every role, each cell stated, with what it costs. Whatever
 * is offered without stated cells fails here.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymSource } from '../../support/gym-source.ts';
import { memoryAccess } from '../../support/memory-access.ts';
import { startService } from '../../support/service.ts';
import { started } from '../../support/started.ts';
import { HEADERS, KEYS, KNOWN } from '../auth/gyms.fixture.ts';
import { ERAS, message, modern, type Reply } from './mcp-service.fixture.ts';

/**
 * `own`, `demo`, `sample`: what that gym has. `given`: the same for everybody. `unknown`: an answer without figures.
 * `forbidden`: an error that says so. `absent`: nothing of that name. 401: nothing at all.
 */
type Cell = 'own' | 'demo' | 'sample' | 'given' | 'unknown' | 'forbidden' | 'absent' | 401;

const { screen: _, ...SHOWN } = HEADERS;
const ROLES = {
  ...SHOWN,
  sandbox: { 'X-Sandbox': 'true', Authorization: `Bearer ${KEYS.owner}` },
} as const;
type Role = keyof typeof ROLES;
type Row = Readonly<Record<Role, Cell>>;

const SAMPLE = sandboxView(Date.UTC(2026, 10, 21, 12));
const [OWN = { id: '', name: '' }, OTHER = OWN] = SAMPLE.trainers;

const gymOf = (id: string) => ({ ...SAMPLE, gym: { ...SAMPLE.gym, id } });
const GYMS = { ...gymSource(['gym', 'demo', 'rival'].map(gymOf)), sandbox: () => SAMPLE };

const NOBODY = { revoked: 401, unknown: 401, none: 401 } as const;
/** What is of a whole gym. */
const WHOLE: Row = {
  owner: 'own',
  manager: 'own',
  trainer: 'absent',
  free: 'demo',
  ...NOBODY,
  sandbox: 'sample',
};
/** What a trainer has as well: of that trainer. */
const EVERYBODY: Row = { ...WHOLE, trainer: 'own' };
const toAll = (cell: Cell): Row => {
  return { ...WHOLE, owner: cell, manager: cell, free: cell, sandbox: cell };
};
const GIVEN = toAll('given');
/** Of a gym that is not theirs. */
const OF_ANOTHER = toAll('forbidden');

type Kind = 'tool' | 'resource' | 'template' | 'prompt' | 'completion';

type Asked = ReturnType<ReturnType<typeof asking>>;
/** `cost`: lookups of a cell with figures. */
const asking = (kind: Kind, cost: 0 | 1) => (name: string, given: object, row: Row) => ({
  kind,
  name,
  given,
  cost,
  row,
});
const tool = asking('tool', 1);
const resource = asking('resource', 1);
const template = asking('template', 1);
const prompt = asking('prompt', 0);
const completion = asking('completion', 0);
const DAY = { from: '2026-11-20', to: '2026-11-20' };
const ask = (query: string | object, row: Row) => tool('ask', { query }, row);

const MATRIX: readonly Asked[] = [
  tool('get_summary', {}, WHOLE),
  tool('get_summary', { gym_id: 'gym' }, { ...WHOLE, free: 'forbidden', sandbox: 'forbidden' }),
  tool('get_summary', { gym_id: 'demo' }, { ...WHOLE, owner: 'demo', manager: 'demo' }),
  tool('get_summary', { gym_id: 'rival' }, OF_ANOTHER),
  tool('get_summary', { gym_id: 'nowhere' }, OF_ANOTHER),
  tool('get_trainer', { trainer: OWN.id }, EVERYBODY),
  tool('get_trainer', { trainer: OTHER.id }, { ...WHOLE, trainer: 'forbidden' }),
  tool('rank_classes', {}, WHOLE),
  tool('get_revenue', {}, WHOLE),
  tool('query_figures', { measures: ['attended'] }, EVERYBODY),
  tool(
    'query_figures',
    { measures: ['attended'], where: [['trainer', 'is', [OTHER.id]]] },
    { ...WHOLE, trainer: 'forbidden' },
  ),
  tool('query_figures', { measures: ['revenue'] }, { ...WHOLE, trainer: 'forbidden' }),
  asking('tool', 0)('list_trainers', {}, EVERYBODY),
  ask(`How did ${OWN.name} do last week?`, EVERYBODY),
  // Unknown to a trainer's key, whether or not there is such a trainer.
  ask(`How did ${OTHER.name} do last week?`, { ...WHOLE, trainer: 'unknown' }),
  ask('How many people came yesterday?', { ...WHOLE, trainer: 'forbidden' }),
  ask('Revenue of the last six weeks', { ...WHOLE, trainer: 'forbidden' }),
  // A query that no grammar made, as one of a language model, is cut to a trainer's own.
  ask({ measures: ['attended'], by: ['trainer'] }, EVERYBODY),
  ask({ measures: ['revenue'] }, { ...WHOLE, trainer: 'forbidden' }),
  ask({ report: 'occupancy', where: [] }, { ...WHOLE, trainer: 'forbidden' }),
  ask({ report: 'timetable', ...DAY, where: [] }, { ...WHOLE, trainer: 'forbidden' }),
  resource('turnout://today', {}, WHOLE),
  resource('turnout://week', {}, WHOLE),
  resource('turnout://rooms', {}, WHOLE),
  template('turnout://classes/{class_id}', {}, WHOLE),
  template('turnout://sessions/{session_id}', {}, WHOLE),
  prompt('weekly_review', {}, GIVEN),
  prompt('what_to_cut', {}, GIVEN),
  prompt('trainer_one_to_one', { trainer: OWN.name }, { ...GIVEN, trainer: 'given' }),
  // Both names are those of a whole gym.
  completion('trainer_one_to_one', { trainer: '' }, { ...GIVEN, trainer: 'own' }),
];

describe.each(ERAS)('for clients of %s', async (era) => {
  const templates: Record<string, string> = {};
  const access = await memoryAccess(
    KNOWN.map((key) => ({ ...key, ...(key.role === 'trainer' && { trainerId: OWN.id }) })),
  );
  const service = started(() => startService({ gyms: GYMS, access }));
  const used = () => KNOWN.reduce((sum, { secret }) => sum + access.used(secret), 0);
  const send = (role: Role, method: string, params: Readonly<Record<string, unknown>> = {}) =>
    fetch(`${service.url}/mcp`, (era === '2025' ? message : modern)(method, params, ROLES[role]));
  const listed = async (role: Role, what: Kind): Promise<readonly string[]> => {
    const [method, member, key] = LISTS[what];
    const answer = await send(role, method);
    if (answer.status === 401) return [];
    const { result = {} } = (await answer.json()) as Reply;
    const list = result[member] as Record<string, string>[];
    return list.map((one) => one[key] ?? '');
  };

  beforeAll(async () => {
    for (const [uri, name] of [
      ['turnout://classes/{class_id}', 'class_id'],
      ['turnout://sessions/{session_id}', 'session_id'],
    ] as const) {
      const asked = { ref: { type: 'ref/resource', uri }, argument: { name, value: '' } };
      const answer = await send('owner', 'completion/complete', asked);
      const { result = {} } = (await answer.json()) as Reply;
      const { values } = result['completion'] as { values: string[] };
      templates[uri] = uri.replace(`{${name}}`, encodeURIComponent(values[0] ?? ''));
    }
  });

  it.each(['tool', 'resource', 'template', 'prompt'] as const)(
    'every %s has its cells, and is offered to those who are given it',
    async (kind) => {
      const rows = MATRIX.filter((asked) => asked.kind === kind);
      for (const role of Object.keys(ROLES) as Role[]) {
        const given = rows.filter(({ row }) => row[role] !== 'absent' && row[role] !== 401);
        const names = [...new Set(given.map(({ name }) => name))];
        expect([...(await listed(role, kind))].toSorted(), role).toEqual(names.toSorted());
      }
      expect(used()).toBe(0);
    },
  );

  const cells = MATRIX.flatMap((asked) =>
    (Object.keys(ROLES) as Role[]).map((role) => ({ role, expected: asked.row[role], asked })),
  );

  it.each(cells)('$asked.kind $asked.name $asked.given for $role is $expected', async (cell) => {
    const { role, expected, asked } = cell;
    const before = used();
    const [, , , method] = LISTS[asked.kind];
    const answer = await send(role, method, paramsOf(asked, templates));
    const isSample = answer.headers.get('x-sandbox') === 'true';
    const told =
      answer.status === 401 ? 401 : toldBy(asked.kind, (await answer.json()) as Reply, isSample);
    expect(told).toBe(expected);
    const hasFigures = told === 'own' || told === 'demo';
    expect(used() - before, 'lookups').toBe(hasFigures ? asked.cost : 0);
  });
});

/** How a kind is listed: method, member of the result, member of each entry; and the method that asks for one. */
const LISTS: Readonly<Record<Kind, readonly [string, string, string, string]>> = {
  tool: ['tools/list', 'tools', 'name', 'tools/call'],
  resource: ['resources/list', 'resources', 'uri', 'resources/read'],
  template: ['resources/templates/list', 'resourceTemplates', 'uriTemplate', 'resources/read'],
  prompt: ['prompts/list', 'prompts', 'name', 'prompts/get'],
  completion: ['prompts/list', 'prompts', 'name', 'completion/complete'],
};

function paramsOf(
  { kind, name, given }: Asked,
  templates: Readonly<Record<string, string>>,
): Record<string, unknown> {
  if (kind === 'tool' || kind === 'prompt') return { name, arguments: given };
  if (kind !== 'completion') return { uri: templates[name] ?? name };
  const [[argument, value] = ['', '']] = Object.entries(given);
  return { ref: { type: 'ref/prompt', name }, argument: { name: argument, value } };
}

/** The cell that a reply is of, or the reply itself. */
function toldBy(kind: Kind, { result = {}, error }: Reply, isSample: boolean): unknown {
  if (error !== undefined) return error.code === -32602 ? 'absent' : error;
  if (result['isError'] === true) {
    const [{ text = '' } = {}] = result['content'] as { text?: string }[];
    return text.startsWith('forbidden: ') ? 'forbidden' : text;
  }
  if (kind === 'prompt') return 'given';
  if (kind === 'completion') {
    const { values } = result['completion'] as { values: readonly string[] };
    if (values.length === SAMPLE.trainers.length) return 'given';
    return values.length === 1 && values[0] === OWN.name ? 'own' : values;
  }
  return gymTold(kind, result, isSample);
}

function gymTold(kind: Kind, result: Record<string, unknown>, isSample: boolean): unknown {
  const [{ text = '' } = {}] = (result['contents'] ?? []) as { text?: string }[];
  const body = kind === 'tool' ? result['structuredContent'] : JSON.parse(text);
  const { gym_id: gymId, _meta: meta } = body as {
    readonly gym_id?: string;
    readonly _meta?: { readonly site?: string; readonly query?: object };
  };
  if (meta !== undefined && meta.query === undefined) return 'unknown';
  const gym = gymId ?? meta?.site;
  if (isSample) return gym === 'demo' ? 'sample' : `${gym} in the sandbox`;
  return gym === 'gym' ? 'own' : gym;
}
