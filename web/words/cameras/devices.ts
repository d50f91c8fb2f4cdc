/** The texts of finding cameras, trying detectors and installing models. */

export const FIND = {
  title: 'Find cameras',
  text: 'Turnout asks each address of the range, once, and nothing outside it. It takes up to 20 seconds.',
  ranges: 'Addresses to ask',
  rangesHint:
    'A part of your network, such as 192.168.1.0/24. The range of this computer is filled in where it is known.',
  login: 'Login of the cameras, and port',
  loginHint: 'With it, cameras that speak ONVIF tell their streams. It is not stored.',
  user: 'User of the cameras',
  password: 'Password of the cameras',
  port: 'Port of RTSP',
  button: 'Find cameras',
  searching: 'Asking …',
  none: 'No camera answered. Some makers have ONVIF switched off: look for it under Network in the pages of the camera. Or type the address below.',
  found: (count: number, asked: number) =>
    `${count === 1 ? '1 camera' : `${count} cameras`} at ${asked === 1 ? '1 address' : `${asked} addresses`}:`,
  unnamed: 'A camera',
  here: 'here already as',
  take: 'Take this one',
  takeOf: (name: string) => `Take this one: ${name}`,
  taken: 'Taken:',
  typed: 'Type an address instead',
  path: 'Path of its stream',
  pathHint: 'Such as /Streaming/Channels/102: the pages of the camera show it.',
  needs: {
    nothing: 'Its stream is known.',
    login: 'It tells its stream to its user and password.',
    path: 'It does not tell its stream: type the path.',
  } as Readonly<Record<string, string>>,
} as const;

export const PROBE = {
  title: 'Try this camera',
  text: 'Each step from its name to the people on a picture, with what to do where one fails.',
  button: 'Try it',
} as const;

export const TRIAL = {
  title: 'Compare detectors',
  text: 'They look at the same picture, one after the other. A better detector finds people whom others miss.',
  choose: 'Detectors',
  button: 'Compare them on the current picture',
  running: 'Looking: this takes some seconds for each …',
  alt: (name: string) => `What ${name} sees`,
  people: (count: number | null) =>
    count === null ? 'not counted from one picture' : count === 1 ? '1 person' : `${count} people`,
  ms: (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
  input: (width: number, height: number) => `looks at ${width} × ${height}`,
  failed: 'failed:',
  weak: 'weak',
} as const;

export const MODELS = {
  title: 'Detectors and models',
  loading: 'Reading what is installed …',
  hint: 'What counts your cameras is weak:',
  install: 'Install',
  installOf: (name: string) => `Install ${name}`,
  cancel: 'Cancel',
  running: (model: string, received: string, total: string | null) =>
    `${model}: ${received}${total === null ? '' : ` of ${total}`} …`,
  states: {
    installed: (model: string) =>
      `${model} is installed. Cameras with the detector "auto" use it now.`,
    cancelled: (model: string) => `${model}: cancelled, and nothing is left of it.`,
    failed: (model: string) => `${model} could not be installed.`,
  },
  all: 'All models',
  columns: {
    model: 'Model',
    detector: 'Detector',
    input: 'Picture',
    licence: 'Licence',
    size: 'Size',
    checksum: 'Checksum',
    state: 'State',
  },
  installed: 'installed',
  byFile: 'by file only',
  unknown: 'not known',
  checksums: {
    published: 'as published',
    tested: 'as tested with Turnout',
    unverified: 'not verified',
  } as Readonly<Record<string, string>>,
  size: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`,
} as const;

export const PAIR = {
  title: 'Floor that two cameras see',
  text: 'People on it are counted once. Draw it on the pictures of both cameras.',
  with: (camera: string) => `Draw it with ${camera}`,
  alone: 'Back to this camera alone',
  add: 'Add the floor that both see',
  both: 'Both cameras are saved together.',
} as const;
