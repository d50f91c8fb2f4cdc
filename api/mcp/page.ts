/** What people and models are told of the endpoint: `GET /mcp`, `/mcp.md` (made from what is served), and instructions. */

import { Type } from 'typebox';
import { field, object, schemasOf, text, valuesOf } from '../../gym/reports/field.ts';
import { once } from '../../runtime/clock.ts';
import { EVENTS_TYPE, preferredType, RawBody } from '../http/message.ts';
import { type Route, route } from '../routes/route.ts';
import { messageRoute, refusal, rpcError } from './mcp.ts';
import { createRegistry, type McpApp, type Registry } from './registry.ts';
import { type JsonSchema, plainSchema, type Tool } from './tools.ts';

const PROTOCOL = 'MCP over Streamable HTTP: POST, without sessions';
const ABOUT = {
  name: field(Type.Literal('turnout'), () => 'turnout' as const),
  version: field(text('Of the program.'), ({ version }: McpApp) => version),
  protocol: field(text('The protocol of the endpoint.'), () => PROTOCOL),
  url: field(text('Where to post messages.'), ({ base }: McpApp) => `${base()}/mcp`),
  documentation: field(
    text('How to connect, and what the endpoint offers.'),
    ({ base }: McpApp) => `${base()}/mcp.md`,
  ),
};

/** The endpoint and the page about it. @param routes The routes whose figures agents can ask for. */
export function mcpRoutes(routes: readonly Route[], app: McpApp): readonly Route[] {
  const registry = createRegistry(routes, app);
  const instructions = () => serverInstructions(app.base(), app.chain !== undefined);
  return [
    aboutRoute(app),
    messageRoute({ ...app, registry, instructions }),
    pageRoute(registry, app.base),
  ];
}

/** A person who opens the address is told what it is; a client of 2025 that wants a stream is told that there is none. */
function aboutRoute(app: McpApp): Route {
  return route({
    name: 'GET /mcp',
    operationId: 'describe_mcp',
    summary: 'What the MCP endpoint is.',
    description:
      'Messages are posted. There are no sessions and no streams of the server’s own: a GET for `text/event-stream` is refused with 405.',
    errors: ['foreign_page'],
    refusals: { 405: refusal('A stream was asked for.') },
    origins: 'checked',
    response: object('McpEndpoint', 'The MCP endpoint.', schemasOf(ABOUT)),
    answer: ({ headers }) => {
      const wanted = preferredType(headers.get('accept'), ['application/json', EVENTS_TYPE]);
      if (wanted === EVENTS_TYPE) {
        return { ...rpcError(405, -32000, NO_STREAM), headers: [['Allow', 'POST']] };
      }
      return { status: 200, value: valuesOf(ABOUT, app) };
    },
  });
}

const NO_STREAM = 'Method not allowed: there is no stream here; messages are posted.';

function pageRoute(registry: Registry, base: () => string): Route {
  const text = once(() => new RawBody('text/markdown; charset=utf-8', mcpPage(registry, base())));
  return route({
    name: 'GET /mcp.md',
    operationId: 'get_mcp_page',
    summary: 'How to connect an agent, and what it can use.',
    description: 'Markdown, made from the same tools, resources and prompts that are served.',
    textTypes: ['text/markdown'],
    response: Type.Unknown({ description: 'Nothing: the page is Markdown.' }),
    answer: () => ({ status: 200, value: text() }),
  });
}

/** Markdown. @param base Public address of the service, without a slash at its end. */
function mcpPage(registry: Registry, base: string): string {
  const { tools, resources, prompts } = registry;
  return [
    '# Turnout for agents (MCP)',
    `Turnout counts the people in a gym’s rooms with its existing cameras. Agents reach its figures at \`${base}/mcp\` with the Model Context Protocol: Streamable HTTP, without sessions, revisions 2024-11-05 to 2026-07-28 on one address. Everything is read only.`,
    setUpText(base),
    '## What it costs',
    'One lookup for each tool result with figures, each answer of `ask` with figures and each resource that is read. Lists, prompts, completions, `list_trainers`, errors, questions back and everything in the sandbox are free. Free keys have 100 lookups of the sample gym; keys of a gym have no limit unless its operator set one. A key of role `trainer` is offered only what is about its own trainer.',
    '## Tools',
    'Results are JSON (`structuredContent`, and the same as text); some also have a chart as PNG. Errors are results with `isError` and a sentence that names the next step. `null` means unknown, never zero.',
    ...tools.map(toolText),
    '## Resources',
    'JSON, for clients that attach figures to a conversation.',
    list(resources.map(({ uri, title, description }) => `\`${uri}\` (${title}): ${description}`)),
    '## Prompts',
    list(
      prompts.map(({ name, title, description, argument }) => {
        const takes =
          argument === null ? '' : ` Takes \`${argument.name}\`: ${argument.description}`;
        return `\`${name}\` (${title}): ${description}${takes}`;
      }),
    ),
    '## Without MCP',
    `The same figures are at \`${base}/openapi.json\` as plain HTTP, and \`${base}/ask\` takes questions in plain words.`,
    '',
  ].join('\n\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function toolText({ name, title, description, input, output, isCharged }: Tool): string {
  const { properties, required } = plainSchema(input) as ObjectSchema;
  const inputs = Object.entries(properties).map(
    ([key, schema]) =>
      `\`${key}\` (${kindOf(schema)}${required?.includes(key) ? ', needed' : ''}): ${textOf(schema)}`,
  );
  const outputs = Object.entries((plainSchema(output) as ObjectSchema).properties ?? {}).map(
    ([key, schema]) => {
      const [kind, words] = [`\`${key}\` (${kindOf(schema)})`, textOf(schema)];
      return words === '' ? kind : `${kind}: ${words}`;
    },
  );
  return [
    `### ${name}`,
    `${title}. ${isCharged ? 'One lookup.' : 'Free.'} ${description}`,
    inputs.length === 0 ? 'Takes nothing.' : `Takes:\n\n${list(inputs)}`,
    ...(outputs.length === 0 ? [] : [`Gives:\n\n${list(outputs)}`]),
  ].join('\n\n');
}

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Its own words, else those of the only kind next to null that it may be. */
function textOf(schema: JsonSchema): string {
  const { description, default: preset } = schema;
  const own = typeof description === 'string' ? description : '';
  const kinds = ((schema['anyOf'] ?? []) as readonly JsonSchema[])
    .filter(({ type }) => type !== 'null')
    .map(textOf);
  const inner = own === '' ? kinds.join(' ').trim() : own;
  return preset === undefined ? inner : `${inner} Left out: \`${String(preset)}\`.`.trim();
}

/** `integer 1..100`, `day or week`, `list of ClassSession`, `text or null`. */
function kindOf(schema: JsonSchema): string {
  const kinds = schema['anyOf'] as readonly JsonSchema[] | undefined;
  if (kinds !== undefined) return kinds.map(kindOf).join(' or ');
  const { type, title, items, minimum, maximum } = schema;
  const words = schema['enum'] as readonly string[] | undefined;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(' or ');
  if (type === 'array') return `list of ${kindOf((items ?? {}) as JsonSchema)}`;
  if (type === 'object') return typeof title === 'string' ? title : 'object';
  if (type === 'string') return 'text';
  const range = minimum === undefined || maximum === undefined ? '' : ` ${minimum}..${maximum}`;
  return `${String(type ?? schema['const'] ?? 'anything')}${range}`;
}

/** The key in examples: what a key looks like, and is none. */
const KEY = 'YOUR_KEY';

/** Prints the set-up of a client on the same computer: the paths are its own, and none that a stranger is shown. */
const LOCAL = 'turnout mcp --set-up';

/** How the usual clients are told of the server, ready to be copied. */
function setUpText(base: string): string {
  const url = `${base}/mcp`;
  return [
    '## Connect',
    `A free key is at ${base}/get-key; the operator of a gym makes others with \`turnout key create\`. Send it as \`Authorization: Bearer ${KEY}\` (or \`x-api-key\`). Clients that sign in by themselves (OAuth 2.1) find everything from the address alone: leave the header out. From another computer that takes an https address. Cursor needs a key: it comes back from a sign-in to \`cursor://\`, which is refused. To try it without a key send the header \`X-Sandbox: true\`: sample data, nothing is charged.`,
    part('Claude Code', 'sh', [
      `claude mcp add --transport http turnout ${url} --header "Authorization: Bearer ${KEY}"`,
    ]),
    `### Claude Desktop\n\nWith an https address: Settings, Connectors, Add custom connector, \`${url}\`; it signs in automatically. On the computer that has the data, without any key: paste what \`${LOCAL}\` prints into \`claude_desktop_config.json\`.`,
    part('Cursor (`.cursor/mcp.json`)', 'json', [
      json({ mcpServers: { turnout: { url, headers: { Authorization: `Bearer ${KEY}` } } } }),
    ]),
    part('VS Code (`.vscode/mcp.json`)', 'json', [
      json({
        inputs: [
          { type: 'promptString', id: 'turnout-key', description: 'Turnout key', password: true },
        ],
        servers: {
          turnout: {
            type: 'http',
            url,
            // The editor fills it in.
            headers: { Authorization: `Bearer \${input:turnout-key}` },
          },
        },
      }),
    ]),
    `### On the computer that has the data\n\n\`turnout mcp\` speaks the protocol over stdin and stdout: the same tools, no key and no running server needed. Nothing is charged. A client needs whole paths to start it. In the folder of Turnout, this prints them as clients take them (in a checkout: \`npx ${LOCAL}\`):\n\n${fence('sh', LOCAL)}`,
    part('MCP Inspector', 'sh', [
      `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${KEY}" --method tools/list`,
    ]),
    part('Plain HTTP', 'sh', [
      `curl ${url} -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'Authorization: Bearer ${KEY}' \\`,
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_summary","arguments":{}}}'`,
    ]),
  ].join('\n\n');
}

function part(title: string, language: string, lines: readonly string[]): string {
  return `### ${title}\n\n${fence(language, lines.join('\n'))}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** What a model is told of the whole server before it calls anything. */
const FIGURES = `Turnout counts the people in a gym's rooms with the gym's own cameras and joins the counts with the class schedule. It knows attendance, fill, bookings, no-shows, trainers and, where they are configured, revenue and cost. It knows nothing about single people: no names of members, no faces, no membership data. Everything here is read only.

How to read the figures:
- \`null\` means unknown, never zero. Say "unknown" and, where \`quality_reasons\` or \`verdict_reasons\` tell it, why. Never fill a gap with a guess.
- Dates and times are in the gym's own time zone, named in \`timezone\`; figures are of the instant \`generated_at\`. Rates are fractions: 0.82 is 82 %; more than 1 is possible. Money is in \`currency\`.
- Every sum and rate comes with its n (\`graded_classes\`, \`rated_classes\`, …). Name the n where it is small; below 4 occurrences a class has the verdict \`insufficient_data\`.
- \`quality\` of an attendance: A and B can be relied on, C is a rough figure, \`none\` is no count at all. \`attended_low\` and \`attended_high\` are the range that the truth is believed to be in.
- Each class has one attendance, from its best source: a correction, else the camera, else check-ins. \`attendance_basis\` is \`present\`, \`checked_in\` or \`mixed\`, \`attendance_sources\` counts the classes of each source. Check-ins miss people: pass on what \`notes\` and the reason \`source_changed\` say of a comparison.
- \`no_shows_basis\`: \`roster\` is exact; \`net\` and \`mixed\` are lower bounds, because walk-ins hide some no-shows.

Start with get_summary for today, rank_classes for six weeks, list_trainers for who teaches.`;

const CHARGING =
  'One lookup is charged for each tool result with figures, for each answer of ask with figures and for each resource that is read. Lists, prompts, list_trainers, errors and questions back are free. Keys of a gym have no limit unless its operator set one; free keys have 100 lookups of the sample gym.';

const GYMS =
  'This server has several gyms. list_gyms has their ids; every other tool takes one as gym_id, which a key of several gyms must give. Over all gyms: query_figures with gym in `by`, or ask. Resources are of one gym: connect to /mcp?gym_id=… for them.';

/** For a server that is reached with a key. `base` is the public address. @param isChain whether it is a head office. */
function serverInstructions(base: string, isChain: boolean): string {
  return [FIGURES, ...(isChain ? [GYMS] : []), `${CHARGING} More: ${base}/mcp.md`].join('\n\n');
}

/** For a session on the computer that has the data; `notes` say what is different there. */
export function localInstructions(notes: readonly string[]): string {
  return [FIGURES, 'Nothing is charged in this session.', ...notes].join('\n\n');
}
