/** The part of the configuration reference that no schema tells: where the file is and how it is read. */

const VARIABLE = `\${NAME}`;
const WITH_TEXT = `\${NAME:-text}`;

export const INTRODUCTION = `# Configuration

For technicians: every setting of \`turnout.yaml\`. [turnout.example.yaml](../turnout.example.yaml) shows all sections; \`turnout init\` writes your first file. After each name stand its values. Commands and
pages keep your comments. Without a file Turnout runs the demo.

Turnout reads the file that \`TURNOUT_CONFIG\` names, else \`turnout.yaml\` in the working folder, else the one in the data folder. \`TURNOUT_DATA\` names the data folder
(\`data\` in the working folder), \`HOST\` and \`PORT\` override \`server\`. Raise \`UV_THREADPOOL_SIZE\` above 16 for more than eight RTSP cameras that send neither H.264 nor H.265.

- **Durations and sizes have a unit**: \`250ms\`, \`5s\`, \`10m\`, \`1h\`, \`30d\`, \`2w\`, \`5y\`; \`64MB\`, \`1GB\`, \`512MiB\`.
- **Variables**: \`${VARIABLE}\` is a variable of the environment or of \`secrets.env\` in the data folder, which only its owner can read. \`${WITH_TEXT}\` has a fallback; \`$$\` is a dollar
  sign. Use variables for passwords. One that is not set stops only its camera or schedule; anywhere else it is a fault.
- **Ids** are lower-case letters, digits and hyphens, 1 to 64. **Secrets** and addresses with a login are never shown in logs, errors, pages or answers.
- **Faults** come together, each with its line, what was expected and what to do. An unknown key is a fault.
- **Changes apply at once**, but for settings that are read at the start. If the file has faults, the old configuration continues, and \`turnout status\` lists the faults.
- **Paths** are relative to the folder of the file.
- **Editors** complete the file if it begins with \`# yaml-language-server: $schema=./config/schema.json\`.
`;
