/** Who changed what of a gym, and who looked at its trainers, for its owner. */

import { AUDIT_KINDS, type AuditData, type AuditRow } from '../../owner-data.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';

const KINDS = { all: 'All', changes: 'Changes', looks: 'Looks at trainers' } as const;

export function AuditPage({ content }: { readonly content: AuditData }) {
  const { rows, show, isCut } = content;
  return (
    <>
      <h1>Activity log</h1>
      <p class="context">Who changed what, and who looked at a trainer’s figures. Newest first.</p>
      <nav class="sorts" aria-label="Show">
        {AUDIT_KINDS.map((kind) => (
          <a
            key={kind}
            href={kind === 'all' ? '/audit' : `/audit?show=${kind}`}
            aria-current={kind === show ? 'true' : undefined}
          >
            {KINDS[kind]}
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Of</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {isCut && <p class="note">Older lines are not shown.</p>}
    </>
  );
}

function Row({ row: { at, by, what, of, page } }: { readonly row: AuditRow }) {
  return (
    <tr>
      <th scope="row">
        <time dateTime={at}>
          {date(dateOf(at), 'short')}, {timeOf(at)}
        </time>
      </th>
      <td data-name="Who">
        <bdi>{by}</bdi>
      </td>
      <td data-name="What">{what}</td>
      <td data-name="Of">
        {page === null ? (
          <bdi>{of}</bdi>
        ) : (
          <a href={page}>
            <bdi>{of}</bdi>
          </a>
        )}
      </td>
    </tr>
  );
}
