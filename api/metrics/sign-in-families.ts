/** Sign-ins of browsers as families of samples. */

import type { SignInFigures } from '../../store/access/sign-ins/sign-ins.ts';
import type { Family } from './exposition.ts';

export function signInFamilies({ signedIn, begun, refused }: SignInFigures): readonly Family[] {
  return [
    {
      name: 'turnout_signed_in',
      type: 'gauge',
      help: 'Browsers that are signed in.',
      samples: [{ value: signedIn }],
    },
    {
      name: 'turnout_sign_in_tries',
      type: 'counter',
      help: 'Tries to sign in with a browser, by result.',
      samples: [
        { suffix: '_total', labels: { result: 'signed_in' }, value: begun },
        { suffix: '_total', labels: { result: 'refused' }, value: refused },
      ],
    },
  ];
}
