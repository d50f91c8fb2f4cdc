/** The pages about who gets in, by their address: each takes GET and its own form. */

import type { Answer, ApiRequest } from '../../../http/message.ts';
import { screen } from './screen.ts';
import { signIn } from './sign-in.ts';
import { signIns } from './sign-ins.ts';
import { signOut } from './sign-out.ts';
import type { SignInWorld } from './world.ts';

type Form = (world: SignInWorld, request: ApiRequest) => Answer | Promise<Answer>;

const FORMS: Readonly<Record<string, Form>> = {
  '/sign-in': signIn,
  '/sign-out': signOut,
  '/sign-ins': signIns,
  '/screen': screen,
};

/** All of them. */
export const FORM_PATHS: readonly string[] = Object.keys(FORMS);

export function findForm(path: string): Form | null {
  return Object.hasOwn(FORMS, path) ? (FORMS[path] ?? null) : null;
}
