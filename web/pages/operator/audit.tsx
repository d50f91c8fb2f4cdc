/** Who changed what of a gym, and who looked at its trainers, for its owner. */

import { AUDIT_KINDS, type AuditData } from '../../owner-data.ts';
import { records } from '../../parts/records.tsx';
import { Head } from '../../parts/rows.tsx';
import { moment } from '../../words/format.ts';

const KINDS = { all: 'All', changes: 'Changes', looks: 'Trainer views' } as const;

export function auditPage({ rows, show, isCut }: AuditData) {
  return (
    <>
      <Head
        title="Activity log"
        context={['Who changed what, and who looked at a trainer’s figures. Newest first.']}
      />
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
        records(
          ['When', 'Who', 'What', 'Which'],
          rows.map(({ at, by, what, of, page }) => [
            <time dateTime={at}>{moment(at)}</time>,
            <bdi>{by}</bdi>,
            what,
            <bdi>{page === null ? of : <a href={page}>{of}</a>}</bdi>,
          ]),
        )
      )}
      {isCut && <p class="note">Older lines are not shown.</p>}
    </>
  );
}
