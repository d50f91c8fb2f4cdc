/** Who is signed in to a gym, for its owner: each can be ended, and a screen can be let in. It works without a script. */

import type { SignInRow, SignInsData } from '../../sign-in-data.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';
import { ACCOUNT, SIGN_INS } from '../../words/sign-in.ts';

export function SignIns({
  content,
  today,
  isOffice,
}: {
  readonly content: SignInsData;
  readonly today: string;
  /** Whether it lists the browsers of a head office: screens hang in gyms. */
  readonly isOffice: boolean;
}) {
  const { rows, said, screenAddress, isLocal } = content;
  return (
    <>
      <h1>{isOffice ? SIGN_INS.office.title : SIGN_INS.title}</h1>
      {said !== null && (
        <p class="said" role="status">
          {SIGN_INS.said[said]}
        </p>
      )}
      <p class="context">{isOffice ? SIGN_INS.office.text : SIGN_INS.text}</p>
      <table class="sign-ins">
        <thead>
          <tr>
            <th scope="col">{SIGN_INS.device}</th>
            <th scope="col">{SIGN_INS.who}</th>
            <th scope="col">{SIGN_INS.since}</th>
            <th scope="col">{SIGN_INS.seen}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} today={today} />
          ))}
        </tbody>
      </table>
      <div class="columns">
        {!isOffice && <Pair address={screenAddress} isLocal={isLocal} />}
        <EndAll text={isOffice ? SIGN_INS.office.all : SIGN_INS.all.text} />
      </div>
    </>
  );
}

function Row({ row, today }: { readonly row: SignInRow; readonly today: string }) {
  const who =
    row.name === null ? ACCOUNT.roles[row.role] : `${ACCOUNT.roles[row.role]}, ${row.name}`;
  return (
    <tr>
      <th scope="row">
        {row.device} {row.isHere && <strong>({SIGN_INS.here})</strong>}
      </th>
      <td data-name={SIGN_INS.who}>
        <bdi>{who}</bdi>
      </td>
      <td data-name={SIGN_INS.since}>{when(row.since, today)}</td>
      <td data-name={SIGN_INS.seen}>{when(row.seen, today)}</td>
      <td>
        <form method="post" action="/sign-ins">
          <button
            type="submit"
            class="minor"
            name="end"
            value={row.id}
            aria-label={`${SIGN_INS.end}: ${row.device}, ${who}`}
          >
            {SIGN_INS.end}
          </button>
        </form>
      </td>
    </tr>
  );
}

/** `14:32` of today, `22 Nov` of another day. */
function when(instant: string, today: string): string {
  const day = dateOf(instant);
  return day === today ? timeOf(instant) : date(day, 'bare');
}

interface PairProps {
  readonly address: string;
  readonly isLocal: boolean;
}

function Pair({ address, isLocal }: PairProps) {
  const { title, text, local, code, name, example, button, note } = SIGN_INS.pair;
  return (
    <section aria-labelledby="pair">
      <h2 id="pair">{title}</h2>
      <p>
        {text} <strong>{address}</strong>
      </p>
      {isLocal && <p class="note">{local}</p>}
      <form class="panel" method="post" action="/sign-ins">
        <label for="code">{code}</label>
        <input
          id="code"
          name="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={20}
          placeholder="BCDF-GHJK"
          required
        />
        <label for="name">{name}</label>
        <input id="name" name="name" maxLength={60} placeholder={example} autocomplete="off" />
        <button type="submit">{button}</button>
        <p class="note">{note}</p>
      </form>
    </section>
  );
}

function EndAll({ text }: { readonly text: string }) {
  const { title, key, button } = SIGN_INS.all;
  return (
    <section aria-labelledby="all">
      <h2 id="all">{title}</h2>
      <form class="panel" method="post" action="/sign-ins">
        <p>{text}</p>
        <label for="key">{key}</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          maxLength={200}
          required
        />
        <button type="submit" class="minor" name="end" value="all">
          {button}
        </button>
      </form>
    </section>
  );
}
