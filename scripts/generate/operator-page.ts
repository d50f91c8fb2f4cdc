/** Reference of the operator API: an introduction, its routes and its objects. */

import { publishedOperatorDocument } from '../../api/operator-table.ts';
import { documentPage } from './api-page.ts';

const INTRODUCTION = `# Operator API

For owners: cameras, zones, rooms, keys, sign-ins, the configuration file and the disk. It is under \`/operator/v1\`, and
\`/operator/v1/openapi.json\` describes it.

**Who may.** The key of an owner (\`Authorization: Bearer\` or \`x-api-key\`), or a browser that an owner signed in, on pages of Turnout itself.
Tokens of programs and the sandbox get 403. An owner sees and changes its own gym. Keys and sign-ins are changed by a key, or by a sign-in of
the last 12 hours. Nothing here costs lookups. Every change has a line in the audit log.

**Changes** are made in \`turnout.yaml\` in place: comments and everything else stay as they are. They are taken up without a restart.
Each answer has the \`revision\` of the file. A change must send it as \`If-Match: "<revision>"\`:

- 428 \`revision_required\`: \`If-Match\` is missing. \`If-Match: *\` changes whatever is there.
- 412 \`config_changed\`: the file has changed since. Read again, and decide again.
- 409 \`config_edit_failed\`: the file has faults, or would have some.

**Passwords** go in and never come out. The password of a camera is stored in \`secrets.env\` of the data folder, readable by its owner alone, and
\`turnout.yaml\` names it as \`\${HALL_PASSWORD}\`. It stays with its host and user: an address on another host needs its password again.
When the last camera that names it goes, it is forgotten. No answer, error or log line has the address of a camera.

**Cameras that are found.** \`POST /operator/v1/cameras/find\` asks the ranges that you name, 256 addresses at most, and nothing else. A camera in its
answer has an id in place of its address. Send it as \`address.found\` to the probe and to the new camera, with the user and the password.
A camera that does not list its streams also needs \`address.path\`.

**Detectors and models.** \`GET /operator/v1/detectors\` lists what is installed and what can be. \`POST …/detector-test\` has several of them look at one
picture of a camera, in a worker of their own. A model comes from the list that Turnout ships and from no other address.

\`\`\`sh
curl -H "x-api-key: $OWNER_KEY" http://127.0.0.1:8080/operator/v1/cameras
curl -X POST -H "x-api-key: $OWNER_KEY" -H 'Content-Type: application/json' http://127.0.0.1:8080/operator/v1/probe \\
  -d '{"address": {"url": "rtsp://192.0.2.10/Streaming/Channels/102", "user": "viewer", "password": "…"}}'
\`\`\`
`;

/** `docs/operator.md`. */
export function operatorPage(): string {
  return documentPage(publishedOperatorDocument(), INTRODUCTION);
}
