/** Texts of the pages about who gets in. */

export const SIGN_IN = {
  title: 'Sign in',
  text: 'These pages show the figures of one gym, so they are not open to everyone on the network.',
  again: 'Type your key once more: this page changes who gets in.',
  field: 'Key or set-up code',
  hint: 'A key begins with tk_. A set-up code has eight digits: Turnout shows one when it starts for the first time.',
  button: 'Sign in',
  help: 'No key?',
  first: 'The owner makes one on the computer that runs Turnout:',
  commands: [
    'npx turnout setup-code',
    'npx turnout key create --role manager',
    'npx turnout key create --role trainer --trainer "Anna Kovacs"',
  ],
  code: 'The first command shows a code for an owner who has no key yet. The others make a key for somebody else.',
  screen: 'This is a screen for the wall',
  plain:
    'This connection is not encrypted: others in this network can read the key, and you are signed out after 8 hours. With https there is neither this risk nor this limit.',
  faults: {
    wrong:
      'No key or code like this is in use. A code is good for 15 minutes, one use and five tries.',
    free: 'This key opens the sample gym for programs. Ask the owner of the gym for a key.',
    form: 'The form was not complete. Please try again.',
    tooFast: 'Too many tries from your address. Wait a minute, then try again.',
    foreign:
      'This form came from another page, so nothing was done. Open this address itself and try again.',
    gone: 'The gym of this key is not configured here any more.',
  },
} as const;

export type SignInFault = keyof typeof SIGN_IN.faults;

export const OPEN_HTTP = {
  title: 'Not over this address',
  text: 'This address may lead over the internet, and the connection is not encrypted: anyone on the way could read a key.',
  how: 'Open Turnout by its address in your own network, such as http://192.168.1.20:8080, or put it behind https. If the name in this address is of your own network, add it to server.allowed_hosts in turnout.yaml.',
} as const;

export const FIRST_KEY = {
  title: 'Your owner key',
  text: 'You are signed in. Keep this key now: it is shown only here, and you need it to sign in on another device.',
  label: 'Owner key',
  go: 'I have stored it: go to Today',
} as const;

export const ACCOUNT = {
  label: 'Who is signed in',
  out: 'Sign out',
  list: 'Sign-ins and screens',
  roles: {
    owner: 'Owner',
    manager: 'Manager',
    trainer: 'Trainer',
    screen: 'Screen',
  },
  plain: 'This connection is not encrypted. You are signed out 8 hours after you signed in.',
} as const;

export const SIGN_INS = {
  title: 'Sign-ins and screens',
  text: 'Browsers that are signed in to this gym, the last seen first. One that you end is out at once.',
  office: {
    title: 'Sign-ins',
    text: 'Browsers that are signed in to the gyms of your key, the last seen first; times are UTC. One that you end is out here at once, and at every other node within 30 seconds.',
    all: 'Signs out every browser of this list, this one too. Keys stay as they are.',
  },
  device: 'Device',
  who: 'Key',
  since: 'Since',
  seen: 'Last seen',
  end: 'End',
  here: 'this browser',
  all: {
    title: 'End all',
    text: 'Signs out every browser of this gym and every screen, this one too. Keys stay as they are.',
    key: 'Your key',
    button: 'End all sign-ins',
  },
  pair: {
    title: 'Put it on the wall',
    text: 'Open this address in the browser of the screen, and type the code that it shows:',
    local:
      'This address works on this computer only. On another one, use the address of this computer in your network.',
    code: 'Code on the screen',
    name: 'Where the screen hangs',
    example: 'Entrance',
    button: 'Let the screen in',
    note: 'It sees rooms, the names of classes, and how many people are there. It sees no names of people, no money and no other page.',
  },
  said: {
    ended: 'That browser is signed out.',
    gone: 'That sign-in had ended already.',
    paired: 'The screen comes in within a few seconds.',
    no_screen:
      'No screen shows this code. Look again: a code is good for 15 minutes, then the screen shows another.',
    wrong_key: 'That is not the key that you are signed in with. Nothing was ended.',
    too_fast: 'Too many tries from your address. Wait a minute, then try again.',
  },
} as const;

export type Said = keyof typeof SIGN_INS.said;

export const SCREEN = {
  title: 'Let this screen in',
  text: 'An owner types this code within 15 minutes. Then the screen shows the rooms and the next classes.',
  where: 'In a browser where an owner is signed in:',
  orCommand: 'Or on the computer that runs Turnout:',
  command: 'npx turnout sign-in screen',
  go: 'Go on',
  sleep:
    'Switch off the sleep of the screen in its own settings: a page can only do that over https.',
  tooFast: 'Too many codes for your address. Wait a minute, then open this page again.',
} as const;

export const REFUSED = {
  title: 'Not for this key',
  trainer: 'A trainer sees the own classes, and no figures of others or of money.',
  screen: 'A screen sees the wall only.',
  owner: 'Only an owner sees who is signed in.',
  cameras: 'Only an owner sees what the cameras see.',
  calibrate: 'Only an owner sees how far off the counts are.',
  audit: 'Only an owner sees who changed what.',
} as const;

/** At a head office. */
export const OFFICE_REFUSED = {
  gym: 'Your key sees the gyms of its list, and this is none of them.',
  box: 'Cameras, set-up and the wall are pages of the box in the gym. The head office has its figures.',
  list: 'Your gyms',
} as const;
