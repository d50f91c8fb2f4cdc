/** Who is signed in, in the head of every page, and the way out. It opens without a script. */

import { type Frame, isOperator, type Reader } from '../data.ts';
import { LINKS, ROLES } from '../words/sign-in.ts';
import { Icon } from './icon.tsx';

const OWNER_PAGES = [
  ['/setup', 'Settings'],
  ['/cameras', 'Cameras'],
  ['/calibrate', 'Accuracy'],
  ['/audit', 'Activity log'],
] as const;

export function Account({ frame }: { readonly frame: Frame }) {
  const { reader } = frame;
  if (reader === null) return null;
  return (
    <details class="account" data-signed-in>
      <summary aria-label={`Signed in as ${nameOf(reader)}`}>
        <Icon name="trainers" />
        <span>{nameOf(reader)}</span>
      </summary>
      <div class="menu">
        <p>
          <strong>
            <bdi>{nameOf(reader)}</bdi>
          </strong>
          {reader.name !== null && <span class="note"> {ROLES[reader.role]}</span>}
        </p>
        <ul>
          {pagesOf(frame).map(([page, words]) => (
            <li key={page}>
              <a class="more" href={page}>
                {words}
              </a>
            </li>
          ))}
        </ul>
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
}

function pagesOf(frame: Frame): (readonly [page: string, words: string])[] {
  const isOffice = frame.office !== undefined;
  const role = frame.reader?.role;
  return [
    ...(isOperator(frame) ? OWNER_PAGES : []),
    ...(isOffice || role === 'screen' ? [] : [['/links', LINKS] as const]),
    ...(role === 'owner'
      ? [['/sign-ins', isOffice ? 'Sign-ins' : 'Sign-ins and screens'] as const]
      : []),
  ];
}

function nameOf({ role, name }: Reader): string {
  return name ?? ROLES[role];
}

/** Told on every page, since it is so on every page. */
export function Unsafe({ frame: { reader } }: { readonly frame: Frame }) {
  if (reader?.isPlain !== true) return null;
  return (
    <p class="unsafe">
      This connection is not encrypted. You will be signed out 8 hours after you signed in.
    </p>
  );
}
