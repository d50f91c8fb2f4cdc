/** Texts about who gets in that several surfaces use. */

export const ROLES = {
  owner: 'Owner',
  manager: 'Manager',
  trainer: 'Trainer',
  screen: 'Screen',
} as const;

export const SIGN_IN = 'Sign in';

export const SIGN_IN_FAULTS = {
  wrong: 'That didn’t work. The key or code may be mistyped, used or expired.',
  free: 'This is a key for the sample data. Ask the owner of your gym for a key.',
  form: 'Something was missing. Please try again.',
  tooFast: 'Too many tries. Wait a minute, then try again.',
  foreign: 'This form came from another site, so nothing was done. Open this page and try again.',
  gone: 'The gym of this key is no longer here.',
  unsaved: 'You are signed out, so nothing was saved. Sign in, then do it again.',
} as const;

export type SignInFault = keyof typeof SIGN_IN_FAULTS;

export const OPEN_HTTP = 'Not over this address';
export const FIRST_KEY = 'Your owner key';
export const LINKS = 'Spreadsheets and calendars';
export const SCREEN = 'Let this screen in';

/** What came of a form of the page of sign-ins. */
export const NOTICES = {
  ended: 'Signed out.',
  gone: 'It was signed out already.',
  paired: 'The screen comes on within a few seconds.',
  no_screen: 'No screen shows this code. Check it: a code changes after 15 minutes.',
  wrong_key: 'That is not your key. Nobody was signed out.',
  too_fast: 'Too many tries. Wait a minute, then try again.',
} as const;

export type SignInNotice = keyof typeof NOTICES;

export const REFUSED = {
  title: 'You don’t have access',
  trainer: 'Trainers see their own classes.',
  screen: 'A wall screen shows the wall only.',
  owner: 'Only owners see who is signed in.',
  cameras: 'Only owners see the cameras.',
  setup: 'Only owners change the settings.',
  calibrate: 'Only owners see the accuracy.',
  audit: 'Only owners see the activity log.',
  session: 'Only owners correct a class.',
} as const;

/** At a head office. */
export const OFFICE_REFUSED = {
  gym: 'Your key does not open this gym.',
  box: 'Cameras, settings and the wall are in the gym itself. The head office has its figures.',
  list: 'Your gyms',
} as const;
