/** The part of the configuration reference that no schema tells: where the file is and how it is read. */

const VARIABLE = `\${NAME}`;
const WITH_TEXT = `\${NAME:-text}`;

export const INTRODUCTION = `# Configuration

Turnout reads one YAML file, \`turnout.yaml\`. It is the only source for gyms, rooms and cameras. Commands edit it in
place, preserve your comments and change no other line. Without a file the program runs the demo: the gym \`demo\` with four
drawn rooms. [turnout.example.yaml](../turnout.example.yaml) is a complete example; \`turnout init\` asks
for the answers it needs and writes the first file.

## Where it is

Turnout uses the first of these that exists:

1. the path in the environment variable \`TURNOUT_CONFIG\`;
2. \`turnout.yaml\` in the working folder;
3. \`turnout.yaml\` in the data folder.

## Environment

| Variable | Meaning | Default |
| --- | --- | --- |
| \`TURNOUT_CONFIG\` | Path of the configuration file. | see above |
| \`TURNOUT_DATA\` | Data folder: counts, keys, installed models. A service sets it to a path such as \`/var/lib/turnout\`. | \`data\` in the working folder |
| \`HOST\` | Address to listen on; overrides \`server.host\`. | |
| \`PORT\` | Port to listen on, 0..65535, 0 is any free one; overrides \`server.port\`. | |

An empty variable counts as not set. Node's own \`UV_THREADPOOL_SIZE\` is used if it is over 64. Set it for more than about 50 cameras that are
not H.264 or H.265 over TCP, because each of them may occupy one of these threads while it is silent.

## How it is read

- **Durations and sizes have a unit**: \`250ms\`, \`5s\`, \`10m\`, \`1h\`, \`30d\`, \`2w\`, \`5y\` (a year is 365 days); \`64MB\`,
  \`1GB\` (powers of 1000), \`512MiB\`, \`1GiB\` (powers of 1024). A number without a unit is a fault.
- **Variables**: \`${VARIABLE}\` in any text is the value of an environment variable, \`${WITH_TEXT}\` gives the text if it is
  unset or empty, \`$$\` is a dollar sign. Use variables for passwords. A variable that is not set is a fault, except in the address of
  a camera or a schedule: that camera or schedule waits, and reports the missing variable. Text that
  owners send over HTTP is written with \`$$\`, so it never names a variable.
- **\`secrets.env\`** in the data folder contains such variables too, one \`NAME=value\` a line, readable by its owner only (0600).
  The environment takes precedence. \`turnout init\` and \`turnout camera add\` write passwords into it; a running server sees a change within a second.
- **All faults are reported together**, each with line, column, what was expected, what was found and what to do. An unknown key is a
  fault that names the nearest known key. Nothing is corrected silently. Addresses are never shown.
- **Changes apply at once**: the file is watched, and SIGHUP reads it again. Only the changed cameras are reconnected.
  If the file has faults, the old configuration continues to run. The log and \`turnout status\` report the faults, and \`/v1/status\` has their number. A setting marked "read at the start"
  applies from the next start.
- **Paths** of files and detectors are relative to the folder of the file.
- **Editors** that support JSON Schema complete and check the file if this is its first line (the path of the schema in your
  installation; a file that a command creates has the right path): \`# yaml-language-server: $schema=./config/schema.json\`
`;
