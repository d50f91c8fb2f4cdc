/** Reference of the owner API: an introduction, and a line for each row of its table. */

import type { Row } from '../../api/routes/owner/row.ts';
import { OWNER_TABLE, PREFIX } from '../../api/routes/owner/table.ts';
import { GENERATED_NOTE } from './table.ts';

const INTRODUCTION = `# Owner API

For integrators: set Turnout up over HTTP, as its own pages do. Rows are under \`/operator/v1\` and answer with JSON; null is unknown.

\`\`\`sh
curl -H "x-api-key: $OWNER_KEY" http://127.0.0.1:8080/operator/v1/cameras
curl -X POST -H "x-api-key: $OWNER_KEY" --data-binary @classes.csv 'http://127.0.0.1:8080/operator/v1/uploads?name=classes.csv'
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/previews \\
  -d '{"upload": "…", "columns": {"trainer": "Led by"}}'
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/imports -d '{"preview": "…"}'
\`\`\`

**Who may.** An owner's key, or a browser that an owner signed in, on Turnout's own pages, for its own gym. Tokens of programs and the sandbox get 403. Some rows want a recent
sign-in in a browser, as does a new address, password, detector or detector option of a camera (30 minutes): 403 \`sign_in_again\`. Every change is in the audit log.

**Changes** go into \`turnout.yaml\` in place, keep comments, and apply without a restart. Send the \`revision\` of the last answer as \`If-Match: "<revision>"\` (\`*\` for any).
Refusals: 428 \`revision_required\`, 412 \`config_changed\` (read again), 409 \`config_edit_failed\` (faults in the file), 503 \`data_unusable\` (nothing changed).
\`\${NAME}\` in what you send is plain text, never a variable. Ids of cameras are unique in the file.

**Corrections and true counts** need no \`If-Match\`. A correction replaces the count of the cameras; three true counts give the room a [factor](counting.md#counting-by-hand).
\`"preview": true\` answers with what would change.

**Passwords** go in and never come out. They are stored in \`secrets.env\`, for one host and user; send them again for another host or one in clear text.
No answer, error or log line has the address of a camera.

**Addresses.** \`POST …/cameras/find\` asks only the ranges that you name, 256 addresses at most. A found camera has an id: send it as \`address.found\`, with
\`address.path\` if it lists no streams. Addresses of this computer need \`server: { probe_local: true }\`, link-local ones are always refused: 422 \`address_refused\`.

**Detectors and models** are names of \`GET …/detectors\` and of the list that ships. Write a path or a package, which is code, into \`turnout.yaml\` by hand.

**Imports**: upload a file, preview it, import exactly that preview; if the classes changed meanwhile, nothing is imported ([formats](schedule.md)). The login, path and query of a feed
go into \`secrets.env\`. A file on the server is a feed only in \`turnout.yaml\`.

**The command line** asks here too, with the token in \`turnout.lock\`: new at each start, for \`localhost\`, from no page. It names a gym with \`?gym=\`.
`;

/** `docs/owner-api.md`. */
export function ownerPage(): string {
  const shown = new Set<string>();
  const rows = (OWNER_TABLE as readonly Row[]).map(({ name, needs, words }) => {
    let taken = takenBy(needs);
    for (const part of shown) taken = taken.replaceAll(part, ' …');
    const parts = Object.values((needs.body as Node | undefined)?.properties ?? {}).map(insideOf);
    for (const part of parts) if (part.length > 25) shown.add(part);
    const wanted = [
      ...(needs.revision ? ['`If-Match`'] : []),
      ...(needs.hand ? ['For the command line alone'] : []),
      ...(needs.signedIn ? [`A sign-in of ${SIGNED_IN[needs.signedIn]}`] : []),
    ];
    const line = [words, taken && `Takes ${taken}.`, ...wanted.map((one) => `${one}.`)];
    return `- \`${name}\`: ${line.filter((part) => part !== '').join(' ')}`;
  });
  return `${GENERATED_NOTE}\n\n${INTRODUCTION}\n## Rows\n\nPaths are below \`${PREFIX}\`; \`?\` may be left out; \`…\` is as in a row above.\n\n${rows.join('\n')}\n`;
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
