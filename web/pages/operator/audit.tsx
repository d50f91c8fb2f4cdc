/** Who changed what of a gym, and who looked at its trainers, for its owner. */

import { AUDIT_KINDS, type AuditData, type AuditRow } from '../../owner-data.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';
import { AUDIT } from '../../words/owner/audit.ts';

export function AuditPage({ content }: { readonly content: AuditData }) {
  const { rows, show, isCut } = content;
  return (
    <>
      <h1>{AUDIT.title}</h1>
      <p class="context">{AUDIT.text}</p>
      <nav class="sorts" aria-label={AUDIT.show}>
        {AUDIT_KINDS.map((kind) => (
          <a
            key={kind}
            href={kind === 'all' ? '/audit' : `/audit?show=${kind}`}
            aria-current={kind === show ? 'true' : undefined}
          >
            {AUDIT[kind]}
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p>{AUDIT.none}</p>
      ) : (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">{AUDIT.at}</th>
              <th scope="col">{AUDIT.by}</th>
              <th scope="col">{AUDIT.what}</th>
              <th scope="col">{AUDIT.of}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {isCut && <p class="note">{AUDIT.cut}</p>}
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
      <td data-name={AUDIT.by}>
        <bdi>{by}</bdi>
      </td>
      <td data-name={AUDIT.what}>{what}</td>
      <td data-name={AUDIT.of}>
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
