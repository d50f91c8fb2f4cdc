/** Texts of the pages that set a gym up. */

export const SETUP = {
  title: 'Settings',
  text: 'Saved as you go: stop and come back whenever you like.',
  begin: 'This leaves the sample data. The set-up code is where Turnout was started.',
  code: 'Set-up code',
  codeHint: '8 digits. If it has expired, restart Turnout for a new one.',
  stepsLabel: 'Settings',
  done: 'done',
  next: 'Next step',
  all: 'You’re set. Your first count appears when a class starts.',
  today: 'Go to Today',
  steps: {
    gym: 'Gym',
    rooms: 'Rooms',
    camera: 'Cameras',
    zones: 'Zones',
    schedule: 'Timetable',
    prices: 'Prices and pay',
    keys: 'Keys',
  },
  gym: {
    name: 'Gym name',
    timezone: 'Time zone',
    currency: 'Currency',
    currencyHint: 'Three letters, such as GBP or EUR. Leave it empty to see no money.',
    button: 'Create gym',
  },
  camera: {
    title: 'Add a camera',
    form: 'Camera details',
    text: 'Use the camera’s low-resolution stream. Turnout tries it before saving.',
    room: 'Room',
    id: 'Camera name',
    idHint: 'Small letters, digits and hyphens, such as hall-front.',
    url: 'Address',
    urlHint:
      'Such as rtsp://192.168.1.20:554/Streaming/Channels/102. Not needed for a camera found above.',
    user: 'User',
    password: 'Password',
    passwordHint: 'It is stored on this computer and never shown again.',
    button: 'Try and add',
    trying: 'Trying it. This can take half a minute.',
    stages: {
      name: 'Found the address',
      reach: 'Reached the camera',
      sign_in: 'Signed in',
      stream: 'Stream',
      keyframe: 'Pictures',
      decode: 'Read the video',
      people: 'People',
    } as Readonly<Record<string, string>>,
    states: { passed: 'done', failed: 'failed', not_tried: 'skipped' } as Readonly<
      Record<string, string>
    >,
  },
  zones: {
    text: 'Optional. Draw an ignore zone over mirrors, windows and screens, so that nobody is counted twice.',
    link: 'Draw zones for',
  },
  schedule: {
    text: 'Export your timetable from your booking system as a spreadsheet, or connect its calendar.',
    known: 'classes so far.',
  },
  booking: {
    title: 'Connect your booking system',
    text: 'Turnout reads classes, bookings and check-ins, and never who booked. An OpenActive feed is added above, as a calendar.',
    stored: 'It is stored on this computer and never shown again.',
    button: 'Try and add',
    missing: 'Fill in every field.',
    connected: (title: string, classes: string, unknown: readonly string[]) =>
      `${title} is connected: ${classes} from the last 60 days to the next 60.${
        unknown.length === 0
          ? ''
          : ` Rooms that are not set up here: ${unknown.slice(0, 10).join(', ')}. Name a room the same to join them.`
      }`,
  },
  keys: {
    text: 'Give each person their own key. A manager sees every figure; an owner can also change settings.',
    label: 'Name',
    role: 'Role',
    button: 'Create key',
    shown: 'Save this key now. It is shown only here:',
  },
} as const;
