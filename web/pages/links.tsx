/** Links for spreadsheets and calendars. It works without a script. */

import { LINK_DAYS, LINK_KINDS, type LinkRow, type LinksData } from '../link-data.ts';
import { date } from '../words/format.ts';
import { LINKS } from '../words/sign-in.ts';
import { Field } from './setup/field.tsx';

export function Links({ content }: { readonly content: LinksData }) {
  const { rows, made, said } = content;
  return (
    <>
      <h1>{LINKS}</h1>
      {said !== null && (
        <p class="said" role="status">
          {said}
        </p>
      )}
      {made !== null && <Made {...made} />}
      <p class="context">
        A link shows one table or one calendar to whoever has it, without a key, and changes
        nothing. It sees what you see.
      </p>
      {rows.length > 0 && (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">Link</th>
              <th scope="col">Shows</th>
              <th scope="col">Made by</th>
              <th scope="col">Works until</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <MakeForm content={content} />
    </>
  );
}

function Made({ kind, address }: NonNullable<LinksData['made']>) {
  const isLocal = address.startsWith('http:');
  return (
    <section class="panel" aria-labelledby="made">
      <h2 id="made">Copy your link now</h2>
      <p class="secret">
        <code>{kind === 'calendar' ? address : `=IMPORTDATA("${address}")`}</code>
      </p>
      <p>
        {kind === 'calendar'
          ? 'Add it to a calendar as “from URL” or “subscribe”.'
          : 'Type it into a cell of Google Sheets. In Excel, use Data, From Web, with the address alone.'}{' '}
        It is not shown again.
      </p>
      {isLocal && (
        <p class="note">
          Only programs that reach this address can read it. Google and others on the internet need
          the https address of this server.
        </p>
      )}
    </section>
  );
}

function Row({ row: { id, name, kind, by, ends } }: { readonly row: LinkRow }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-name="Shows">{LINK_KINDS[kind]}</td>
      <td data-name="Made by">
        <bdi>{by}</bdi>
      </td>
      <td data-name="Works until">{date(ends, 'year')}</td>
      <td>
        <form method="post" action="/links">
          <button
            type="submit"
            class="minor"
            name="withdraw"
            value={id}
            aria-label={`Withdraw ${name}`}
          >
            Withdraw
          </button>
        </form>
      </td>
    </tr>
  );
}

function MakeForm({ content: { fault, fields } }: { readonly content: LinksData }) {
  // What was wrong is corrected, not typed again.
  const typed = (name: string) => (fault === null ? '' : (fields.get(name) ?? ''));
  return (
    <section aria-labelledby="new">
      <h2 id="new">New link</h2>
      <form class="panel" method="post" action="/links">
        {fault !== null && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <Field
          name="name"
          label="What it is for"
          placeholder="Budget sheet"
          maxLength={60}
          autocomplete="off"
          required
          value={typed('name')}
        />
        <label for="kind">What it shows</label>
        <select id="kind" name="kind">
          {Object.entries(LINK_KINDS).map(([kind, words]) => (
            <option key={kind} value={kind} selected={typed('kind') === kind}>
              {words}
            </option>
          ))}
        </select>
        <label for="days">How long it works</label>
        <select id="days" name="days">
          {LINK_DAYS.map((days) => (
            <option key={days} value={days} selected={typed('days') === String(days)}>
              {days} days
            </option>
          ))}
        </select>
        <details open={typed('kind') === 'query'}>
          <summary>A query of your own</summary>
          <label for="query">
            As <a href="/docs">the API</a> takes it at /v1/query
          </label>
          <textarea
            id="query"
            name="query"
            rows={4}
            maxLength={8_000}
            spellcheck={false}
            placeholder='{"measures": ["attended"], "by": ["weekday"]}'
          >
            {typed('query')}
          </textarea>
        </details>
        <button type="submit">Make the link</button>
        <p class="note">
          Tables are of the six weeks up to the day on which they are read. A link ends with your
          key, or here.
        </p>
      </form>
    </section>
  );
}
