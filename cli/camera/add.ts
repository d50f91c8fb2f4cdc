/** `turnout camera add`: a camera into the configuration file, after a look at whether it answers. */

import { add, addCamera } from '../../config/commands.ts';
import { type GymConfig, namedGym, placedCameras, type RoomConfig } from '../../config/config.ts';
import { editConfig } from '../../config/edit.ts';
import { FileText } from '../../config/edited-file.ts';
import { readEnvironment, secretsPath, variablesIn } from '../../config/environment.ts';
import { nearest } from '../../config/fault.ts';
import { withSecrets } from '../../config/secrets.ts';
import { wire } from '../../runtime/wire.ts';
import {
  ADDRESS,
  absolute,
  addressFaultText,
  checkAddress,
  filledIn,
  PASSWORD,
  probe,
  promptAddress,
  storedAt,
  streamText,
  TRANSPORT,
} from '../address.ts';
import { command, flag, GYM_FLAG, lines, required, usageFault, type Values } from '../command.ts';
import { idFor } from '../init/plan.ts';
import { ownConfig } from '../own-gym.ts';

const PLACED = [
  required(flag('--room <id-or-name>', 'room it looks into')),
  flag('--new-room', 'make the room where there is none of this name'),
  GYM_FLAG,
  TRANSPORT,
  flag('--no-test', 'add it without connecting to it first'),
] as const;

export const ADD = command({
  words: 'add <id> <url>',
  about: 'Connect to a camera and add it to the configuration; a running server reloads it',
  given: [
    'short name for the camera: lower-case letters, digits, hyphens',
    `${ADDRESS}, or a video file; its password goes into secrets.env in the data folder`,
  ],
  flags: PLACED,
  examples: [
    `turnout camera add hall 'rtsp://viewer:${PASSWORD}@192.0.2.10/sub' --room studio`,
    'turnout camera add hall - --room studio',
  ],
  answer: async (world, flags, id, given) => {
    const { dataFolder, variables } = readEnvironment();
    const config = await ownConfig('camera add', 'add the camera to');
    const { path } = config;
    const taken = placedCameras(config).map(({ camera }) => camera.id);
    checkId(id, taken);
    const gym = namedGym(config, flags.gym ?? null);
    const { entry, isNew } = roomNamed(gym, flags);
    const room = entry.id;
    const prompts = given === '-' ? world.person('A new camera') : null;
    const message = `Address of camera ${id}`;
    const typed = await (prompts?.text({ message, fault: addressFaultText }) ??
      promptAddress(given, world.stderr));
    checkAddress(typed);
    const address = absolute(typed);
    const { test, transport } = flags;
    const stream = test ? await probe(id, filledIn(address, variables), transport) : null;
    const { url, secrets } = storedAt(id, address, variables);
    const camera = { id, url: new FileText(url), ...(transport === 'udp' && { transport }) };
    const edits = [addCamera(gym.id, room, camera)];
    if (isNew) edits.unshift(add('rooms', gym.id, entry));
    await withSecrets({ dataFolder, configPath: path }, { set: secrets }, () =>
      editConfig(path, edits, variables),
    );
    const unset = variablesIn(url).filter((name) => !variables[name] && !(name in secrets));
    return [
      {
        id,
        gym: gym.id,
        room,
        config: path,
        stream: stream && wire(stream, 'codec', 'width', 'height', 'fps'),
      },
      lines(
        `Camera ${id} is in ${path}: gym ${gym.id}, room ${room}${isNew ? ' (new)' : ''}.`,
        stream && `It answers: ${streamText(stream)}.`,
        Object.keys(secrets).map(
          (name) => `Its password is in ${secretsPath(dataFolder)}, as ${name}.`,
        ),
        unset.map((name) => `Set its password where the server starts: export ${name}=…`),
        'A running server reloads it automatically; otherwise start one with: turnout serve',
      ),
    ];
  },
});

/** As the configuration takes ids. */
const ID = /^[a-z0-9-]{1,64}$/;

function checkId(id: string, taken: readonly string[]): void {
  const other = idFor(id, 'camera', taken);
  if (!ID.test(id)) {
    const expected = 'lower-case letters, digits and hyphens';
    throw usageFault('id of the camera', expected, `"${id}"`, `such as ${other}`);
  }
  if (!taken.includes(id)) return;
  const hint = `such as ${other}; a camera that is there is changed in turnout.yaml`;
  throw usageFault('id of the camera', 'one that no camera has', id, hint);
}

/** By its id, or by its name as it is written. Throws `usage` for one that is not there and may not be new. */
function roomNamed({ id: gym, rooms }: GymConfig, { room: typed, newRoom }: Values<typeof PLACED>) {
  const isIt = ({ id, name }: RoomConfig) =>
    id === typed || name.toLowerCase() === typed.trim().toLowerCase();
  const known = rooms.find(isIt);
  if (known !== undefined) return { entry: { id: known.id }, isNew: false };
  const ids = rooms.map(({ id }) => id);
  if (newRoom) {
    const named = { id: idFor(typed, 'room', ids), name: typed.trim() };
    return { entry: ID.test(typed) ? { id: typed } : named, isNew: true };
  }
  const near = nearest(
    typed,
    rooms.flatMap(({ id, name }) => [id, name]),
  );
  const expected = `one of the rooms of gym ${gym}: ${ids.join(', ') || 'none yet'}`;
  const meant = near === null ? '' : `did you mean "${near}"? For `;
  throw usageFault('--room', expected, `"${typed}"`, `${meant}a new room: --new-room`);
}
