/** Links for spreadsheets and calendars. It works without a script. */

import { LINK_DAYS, LINK_KINDS, type LinksData } from '../owner-data.ts';
import { Alert, field, Note, rowForm, select } from '../parts/forms.tsx';
import { records } from '../parts/records.tsx';
import { Head, Section } from '../parts/rows.tsx';
import { date } from '../words/format.ts';
import { LINKS } from '../words/sign-in.ts';

const DAYS = LINK_DAYS.map((days) => [days, `${days} days`] as const);

export function linksPage({ rows, made, done, fault, fields }: LinksData) {
  // What was wrong is corrected, not typed again.
  const typed = (name: string) => (fault === null ? '' : (fields.get(name) ?? ''));
  return (
    <>
      <Head title={LINKS} />
      {done !== null && <Note>{done}</Note>}
      {made !== null && <Made {...made} />}
      <p class="context">
        A link shows one table or calendar to anyone who has it, without a key. It shows what you
        see, and can’t change anything.
      </p>
      {rows.length > 0 &&
        records(
          ['Link', 'Shows', 'Made by', 'Works until', ''],
          rows.map(({ id, name, kind, by, ends }) => [
            <bdi>{name}</bdi>,
            LINK_KINDS[kind],
            <bdi>{by}</bdi>,
            date(ends, 'year'),
            rowForm('/links', ['withdraw', id], ['withdraw', 'Withdraw', name]),
          ]),
        )}
      <Section id="new" title="New link">
        <form class="panel" method="post" action="/links">
          <Alert text={fault} />
          {field('name', 'What it is for', {
            placeholder: 'Budget sheet',
            maxLength: 60,
            autocomplete: 'off',
            required: true,
            value: typed('name'),
          })}
          {select('kind', 'What it shows', Object.entries(LINK_KINDS), { chosen: typed('kind') })}
          {select('days', 'How long it works', DAYS, { chosen: typed('days') })}
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
            Tables cover the six weeks up to the day you open them, so the first week is often
            incomplete. A link stops working with your key, or when you withdraw it here.
          </p>
        </form>
      </Section>
    </>
  );
}

function Made({ kind, address }: NonNullable<LinksData['made']>) {
  return (
    <Section id="made" title="Copy your link now" class="panel">
      <p class="secret">
        <code>{kind === 'calendar' ? address : `=IMPORTDATA("${address}")`}</code>
      </p>
      <p>
        {kind === 'calendar'
          ? 'Add it to a calendar as “from URL” or “subscribe”.'
          : 'Type it into a cell of Google Sheets. In Excel, use Data, From Web, with the address alone.'}{' '}
        It is not shown again.
      </p>
      {address.startsWith('http:') && (
        <p class="note">
          Only programs in your own network can read this address. Google and others on the internet
          need the https address of this server.
        </p>
      )}
    </Section>
  );
}
