import { parseConfig } from '../../config/load.ts';

/** The gym `gym` with these channels, a section of the file, and rooms next to the hall, in YAML. */
export function loadedConfig(channels: readonly string[], section = '', rooms = '') {
  const text = `
${section}
server: { public_url: "https://gym.example" }
gyms:
  - id: gym
    name: Riverside
    timezone: Europe/London
    rooms: [{ id: hall, name: Hall, capacity: 20, cameras: [{ id: hall, url: "rtsp://camera.test/1" }] }${rooms}]
    notify: [${channels.map((line) => `{ ${line} }`).join(', ')}]
`;
  return parseConfig(text, '/tmp/turnout.yaml', { variables: {}, host: null, port: null });
}
