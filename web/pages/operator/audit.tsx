/** Who changed what of a gym, and who looked at its trainers, for its owner. */

import { AUDIT_KINDS, type AuditData } from '../../owner-data.ts';
import { Records } from '../../parts/records.tsx';
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
        <Records
          head={['When', 'Who', 'What', 'Of']}
          rows={rows.map(({ at, by, what, of, page }) => [
            <time dateTime={at}>
              {date(dateOf(at), 'short')}, {timeOf(at)}
            </time>,
            <bdi>{by}</bdi>,
            what,
            page === null ? (
              <bdi>{of}</bdi>
            ) : (
              <a href={page}>
                <bdi>{of}</bdi>
              </a>
            ),
          ])}
        />
      )}
      {isCut && <p class="note">Older lines are not shown.</p>}
    </>
  );
}
