/** The part of the configuration reference that no schema tells: where the file is and how it is read. */

const VARIABLE = `\${NAME}`;
const WITH_TEXT = `\${NAME:-text}`;

export const INTRODUCTION = `# Configuration

Turnout reads one YAML file, \`turnout.yaml\`. It is the only truth for gyms, rooms and cameras: commands edit it in
place, keep your comments and change no other line. Without a file the program runs the demo: the gym \`demo\` with four
drawn rooms. [turnout.example.yaml](../turnout.example.yaml) is a complete example; \`turnout init\` asks
for what it needs and writes a first one.

## Where it is

The first of these that applies:

1. the path in the environment variable \`TURNOUT_CONFIG\`;
2. \`turnout.yaml\` in the working folder;
3. \`turnout.yaml\` in the data folder.

## Environment

| Variable | Meaning | Default |
| --- | --- | --- |
| \`TURNOUT_CONFIG\` | Path of the configuration file. | see above |
| \`TURNOUT_DATA\` | Folder of the data: counts, keys, installed models. A service sets it to a place such as \`/var/lib/turnout\`. | \`data\` in the working folder |
| \`HOST\` | Address to listen on; goes before \`server.host\`. | |
| \`PORT\` | Port to listen on, 0..65535, 0 is any free one; goes before \`server.port\`. | |

An empty variable counts as not set. Node's own \`UV_THREADPOOL_SIZE\` holds where it is over 64: of more than some 50 cameras that are
not H.264 or H.265 over TCP, each may hold one of these threads while it is silent.

## How it is read

- **Durations and sizes carry their unit**: \`250ms\`, \`5s\`, \`10m\`, \`1h\`, \`30d\`, \`2w\`, \`5y\` (a year is 365 days); \`64MB\`,
  \`1GB\` (powers of 1000), \`512MiB\`, \`1GiB\` (powers of 1024). A number alone is a fault.
- **Variables**: \`${VARIABLE}\` in any text is the value of an environment variable, \`${WITH_TEXT}\` gives the text where it is
  unset or empty, \`$$\` is a dollar sign. Keep passwords there. A variable that is not set is a fault, except in the address of
  a camera or a schedule: that camera or schedule waits, and says for which variable.
- **\`secrets.env\`** in the data folder holds such variables too, one \`NAME=value\` a line, readable by its owner only (0600).
  The environment takes precedence. \`turnout init\` and \`turnout camera add\` offer to write it; a running server sees a change within ten seconds.
- **Faults are told together**, each with line, column, what was expected, what came and what to do. An unknown key is a
  fault and names the nearest known one. Nothing is corrected silently. Addresses are never shown.
- **Changes are taken at once**: the file is watched, and SIGHUP reads it again. Only the cameras that changed are touched.
  A bad file keeps the old configuration running and says so in the log and \`turnout status\`; \`/v1/status\` has the number of faults. What is "read at the start"
  below waits for the next start.
- **Paths** of files and detectors start from the folder of the file.
- **Editors** that know JSON Schema complete and check the file with this first line (the path of the schema in your
  installation; a file that a command creates has the right one): \`# yaml-language-server: $schema=./engine/config/schema.json\`
`;
