/** Who is signed in to a gym, for its owner: each can be ended, and a screen can be let in. It works without a script. */

import type { Frame } from '../../data.ts';
import type { SignInsData } from '../../owner-data.ts';
import { field, Note, rowForm } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { Head, Section } from '../../parts/rows.tsx';
import { date, dateOf, timeOf } from '../../words/format.ts';
import { NOTICES, ROLES } from '../../words/sign-in.ts';

export function signInsPage(content: SignInsData, { today, office }: Frame) {
  const { rows, said } = content;
  // Screens hang in gyms: a head office lists browsers alone.
  const isOffice = office !== undefined;
  // `14:32` of today, `22 Nov` of another day.
  const when = (instant: string) =>
    dateOf(instant) === today ? timeOf(instant) : date(dateOf(instant), 'bare');
  return (
    <>
      <Head
        title={isOffice ? 'Sign-ins' : 'Sign-ins and screens'}
        context={[
          isOffice
            ? 'Browsers signed in to the gyms of your key; times are UTC. If you sign one out, it is out here at once, and everywhere within 30 seconds.'
            : 'Browsers signed in to this gym.',
        ]}
      />
      {said !== null && <Note>{NOTICES[said]}</Note>}
      {records(
        ['Device', 'Key', 'Since', 'Last seen', ''],
        rows.map(({ id, device, role, name, since, seen, isHere }) => {
          const who = name === null ? ROLES[role] : `${ROLES[role]}, ${name}`;
          return [
            <>
              {device} {isHere && <strong>(this browser)</strong>}
            </>,
            <bdi>{who}</bdi>,
            when(since),
            when(seen),
            rowForm('/sign-ins', ['end', id], ['end', 'Sign out', `${device}, ${who}`]),
          ];
        }),
      )}
      <div class="columns">
        {!isOffice && pairForm(content)}
        <Section id="all" title="Sign everyone out">
          <form class="panel" method="post" action="/sign-ins">
            <p>
              Signs out every browser{isOffice ? ' in this list' : ' and screen of this gym'}, yours
              too. Keys keep working.
            </p>
            {field('key', 'Your key', {
              type: 'password',
              autocomplete: 'current-password',
              maxLength: 200,
              required: true,
            })}
            <button type="submit" class="minor" name="end" value="all">
              Sign everyone out
            </button>
          </form>
        </Section>
      </div>
    </>
  );
}

function pairForm({ screenAddress, isLocal }: SignInsData) {
  return (
    <Section id="pair" title="Add a wall screen">
      <p>
        Open this address in the screen’s browser, and type the code that it shows:{' '}
        <strong>{screenAddress}</strong>
      </p>
      {isLocal && (
        <p class="note">
          This address works on this computer only. Elsewhere, use this computer’s address in your
          network.
        </p>
      )}
      <form class="panel" method="post" action="/sign-ins">
        {field('code', 'Code on the screen', {
          autocomplete: 'off',
          autocapitalize: 'characters',
          spellcheck: false,
          maxLength: 20,
          placeholder: 'BCDF-GHJK',
          required: true,
        })}
        {field('name', 'Where it hangs', {
          maxLength: 60,
          placeholder: 'Entrance',
          autocomplete: 'off',
        })}
        <button type="submit">Add the screen</button>
        <p class="note">
          It shows rooms, class names and how many people are there. No names, no money.
        </p>
      </form>
    </Section>
  );
}
