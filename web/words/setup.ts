/** Texts of the pages that set a gym up. */

export const SETUP = {
  title: 'Set up your gym',
  text: 'Each step is stored at once in turnout.yaml, so you can stop and go on at any time.',
  begin:
    'This computer shows the demo gym. Set up your own: the code is on the terminal where Turnout was started, and in its log.',
  code: 'Set-up code',
  codeHint: 'Eight digits. Another one: npx turnout setup-code',
  stepsLabel: 'Steps',
  done: 'done',
  open: 'open',
  optional: 'if you like',
  here: 'you are here',
  next: 'Next step',
  all: 'That is all. The first counts come within a minute of a class.',
  today: 'Go to Today',
  steps: {
    gym: 'Gym',
    rooms: 'Rooms',
    camera: 'First camera',
    zones: 'Zones',
    schedule: 'Classes',
    keys: 'Keys for others',
  },
  gym: {
    name: 'Name of the gym',
    timezone: 'Time zone',
    currency: 'Currency',
    currencyHint: 'ISO code, such as GBP or EUR. Leave it empty if you want no figures in money.',
    button: 'Begin',
  },
  rooms: {
    text: 'A room is where one class takes place at a time.',
    name: 'Name of the room',
    capacity: 'Places',
    capacityHint:
      'How many people a full class has. Fill rates and the size of pictures depend on it.',
    button: 'Add the room',
  },
  camera: {
    title: 'Add a camera',
    form: 'The camera',
    text: 'Take the sub-stream, the small picture of the camera. Turnout tries it before anything is stored.',
    room: 'Room',
    id: 'Name of the camera',
    idHint: 'Lower-case letters, digits and hyphens, such as hall-front.',
    url: 'Address',
    urlHint:
      'Such as rtsp://192.168.1.20:554/Streaming/Channels/102. Cameras that are found need none.',
    user: 'User',
    password: 'Password',
    passwordHint: 'It goes into secrets.env in the data folder, and is never shown again.',
    button: 'Try it and add it',
    trying: 'Trying it: this takes up to half a minute …',
    stages: {
      name: 'Name',
      reach: 'Way',
      sign_in: 'Login',
      stream: 'Stream',
      keyframe: 'Pictures',
      decode: 'Reading them',
      people: 'People',
    } as Readonly<Record<string, string>>,
    states: { passed: 'good', failed: 'failed', not_tried: 'not tried' } as Readonly<
      Record<string, string>
    >,
  },
  zones: {
    text: 'Without zones the whole picture is counted. Draw an ignore zone over each mirror, window and screen.',
    link: 'Draw the zones of',
  },
  schedule: {
    text: 'Turnout counts classes, so it needs your timetable. Export it from your booking system as CSV, or take its calendar address.',
    known: 'classes are known.',
  },
  keys: {
    text: 'Give everybody who looks at the pages a key of their own: a manager sees all figures, a trainer only their own.',
    label: 'Whose key it is',
    role: 'Role',
    button: 'Make the key',
    shown: 'Keep this key now. It is shown only here:',
  },
} as const;
