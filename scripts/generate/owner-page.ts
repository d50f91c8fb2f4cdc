/** Reference of the owner API: an introduction, and a line for each row of its table. */

import { PREFIX, type Row } from '../../api/routes/owner/row.ts';
import { OWNER_TABLE } from '../../api/routes/owner/table.ts';
import { GENERATED_NOTE, table } from './table.ts';

const INTRODUCTION = `# Owner API

For owners: cameras, zones, rooms, imports of classes, corrections, true counts, keys, sign-ins, the configuration file and the disk. It is what the pages of Turnout call.
Every row below is under \`/operator/v1\` and answers with JSON: names in snake_case, times in ISO 8601, null for what is not known.

**Who may.** The key of an owner (\`Authorization: Bearer\` or \`x-api-key\`), or a browser that an owner signed in, on pages of Turnout itself.
Tokens of programs and the sandbox get 403. An owner sees and changes its own gym. In a browser, revoking a
key or ending a sign-in needs a sign-in of the last 12 hours. A new key, the end of all sign-ins and a new address, password, detector or detector option of a
camera need one of the last 30 minutes: 403 \`sign_in_again\` otherwise, and \`sign_in\` is the page to sign in at, with \`?next=\` for the way back. With a key there is no such limit. Nothing here costs lookups. Every change has a line in the audit log.

**Commands on this computer** ask the running server at \`POST /operator/v1/commands/{operation}\`, with the token that it writes into \`turnout.lock\` of the data folder.
The token is new at each start and readable by the owner of the folder alone. It is taken as \`localhost\` and from no page, and opens nothing else. Use the rows
below in programs of your own: what commands ask changes with the version.

**Changes** are made in \`turnout.yaml\` in place: comments, order and quotes stay; the first change may space lines again. They are taken up without a restart.
Each answer has the \`revision\` of the file. A change must send it as \`If-Match: "<revision>"\`:

- 428 \`revision_required\`: \`If-Match\` is missing. \`If-Match: *\` changes whatever is there.
- 412 \`config_changed\`: the file has changed since. Read again, and decide again.
- 409 \`config_edit_failed\`: the file has faults, or would have some. Where there are several gyms, you see the faults of your gym and the number of the others.
- 503 \`data_unusable\`: the disk is full. Nothing was changed.

**Text is text.** \`\${NAME}\` in a name or an option is no variable: it is read back as it was sent. Variables work only in \`turnout.yaml\` itself.

**Ids of cameras** are unique in the whole file. If one is taken, the answer names one that is free, and does not say which gym has it.

**Corrections and true counts** are stored in the history, and need no \`If-Match\`. A correction holds in place of the count of the cameras. A true count changes
no figure of its class: three or more give the room a factor ([method](counting.md#counting-by-hand)). \`"preview": true\` answers with what would change.

**Passwords** go in and never come out. The password of a camera is stored in \`secrets.env\` of the data folder, readable by its owner alone, and
\`turnout.yaml\` names it as \`\${HALL_PASSWORD}\`. It stays with its host and user: an address on another host needs its password again, and so does one
that would send it in clear (\`rtsps\` to \`rtsp\`, \`https\` to \`http\`).
When the last camera that names it goes, it is forgotten. If the program is killed in the middle of such a change, the next start removes what nothing names. No answer, error or log line has the address of a camera.

**Cameras that are found.** \`POST /operator/v1/cameras/find\` asks the ranges that you name, 256 addresses at most, and nothing else. A camera in its
answer has an id in place of its address. Send it as \`address.found\` to the probe and to the new camera, with the user and the password.
A camera that does not list its streams also needs \`address.path\`.

**Where addresses may lead.** An address of a camera or feed, and a range to search, may not lead to this computer (127.0.0.1, localhost, or a name
for it) unless \`turnout.yaml\` has \`server: { probe_local: true }\`: set it for a recorder or media server on the same computer. Link-local addresses
(169.254.0.0/16, fe80::/10) are refused in any case. The answer is 422 \`address_refused\`, and nothing is connected to. Commands on this computer have
no such limit.

**Detectors and models.** \`GET /operator/v1/detectors\` lists what is installed and what can be. \`POST …/detector-test\` has several of them look at one
picture of a camera, in a worker of their own. A camera takes \`auto\`, a detector that ships, or a name of the list. A path or a package would be code that
runs on this computer: write it into \`turnout.yaml\` by hand. The same holds for the path of a model. A model comes from the list that Turnout ships and from no other address.

**Imports** are made in three steps: upload a file, look at a preview of it, take exactly that preview. The preview has the guessed column of
each field; send other \`columns\` or \`rooms\` for another preview of the same upload. Where the classes have changed meanwhile, nothing is taken.
Files, formats and rules: [schedules](schedule.md).

**Feeds** are added by their address. Its login, path and query go into \`secrets.env\`, since they are often what opens it; \`turnout.yaml\` shows the host.
A file on the server is a source only by hand, in \`turnout.yaml\`.

\`\`\`sh
curl -X POST -H "x-api-key: $OWNER_KEY" --data-binary @classes.csv 'http://127.0.0.1:8080/operator/v1/uploads?name=classes.csv'
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/previews \\
  -d '{"upload": "…", "columns": {"trainer": "Led by"}}'
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/imports -d '{"preview": "…"}'
\`\`\`

\`\`\`sh
curl -H "x-api-key: $OWNER_KEY" http://127.0.0.1:8080/operator/v1/cameras
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/probe \\
  -d '{"address": {"url": "rtsp://192.0.2.10/Streaming/Channels/102", "user": "viewer", "password": "…"}}'
\`\`\`
`;

/** `docs/owner-api.md`. */
export function ownerPage(): string {
  const rows = (OWNER_TABLE as readonly Row[]).map(({ name, needs, words }) => [
    `\`${name.replace(' ', ` ${PREFIX}`)}\``,
    takenBy(needs),
    [
      ...(needs.revision ? ['`If-Match`'] : []),
      ...(needs.signedIn ? [`sign-in of ${SIGNED_IN[needs.signedIn]}`] : []),
    ].join(', '),
    words,
  ]);
  const routes = table(['Method and path', 'Query or body', 'Needs', 'What it does'], rows);
  return `${GENERATED_NOTE}\n\n${INTRODUCTION}\n## Rows\n\n\`?\` may be left out.\n\n${routes}\n`;
}

const SIGNED_IN = { lately: '12 hours', just: '30 minutes' };

function takenBy({ query = {}, body, file }: Row['needs']): string {
  const names = Object.entries(query as Readonly<Record<string, Node>>).map(
    ([name, { default: fallback }]) =>
      fallback === undefined ? name : `${name} (${String(fallback)})`,
  );
  const asked = names.length === 0 ? [] : [`?${names.join('&')}`];
  return [...asked, ...(file ? ['the file'] : []), ...(body ? [shape(body as Node)] : [])].join(
    ', ',
  );
}

interface Node {
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
}

/** What a body holds, in a few words: `id, room, address {url?, found?}`. */
function shape(node: Node): string {
  const { required = [] } = node;
  return Object.entries(node.properties ?? {})
    .map(([name, inner]) => `${name}${required.includes(name) ? '' : '?'}${insideOf(inner)}`)
    .join(', ');
}

function insideOf(node: Node): string {
  if (node.enum !== undefined) return ` (${node.enum.join(', ')})`;
  if (node.items?.properties !== undefined) return ` [${shape(node.items)}]`;
  if (node.properties !== undefined) return ` {${shape(node)}}`;
  return node.anyOf?.map(insideOf).find((text) => text !== '') ?? '';
}
