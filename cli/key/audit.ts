/** `turnout key audit`: who changed keys and counts, who looked at the figures of trainers, and when. */

import { ALL_TRAINERS } from '../../service/callers/caller.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { AuditKind } from '../../store/history/access/access-store.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { columns } from '../terminal/columns.ts';
import { minuteOf } from './list.ts';

const WORDS: Readonly<Record<AuditKind, string>> = {
  key_created: 'key created',
  key_revoked: 'key revoked',
  signed_in: 'signed in',
  sign_in_ended: 'sign-in ended',
  sign_in_refused: 'sign-in refused',
  correction_made: 'correction made',
  correction_withdrawn: 'correction withdrawn',
  true_count_noted: 'true count noted',
  true_count_withdrawn: 'true count withdrawn',
  import_made: 'import',
  import_undone: 'import taken back',
  trainer_joined: 'trainer joined',
  trainer_separated: 'trainer separated',
  trainer_seen: 'trainer seen',
  config_changed: 'configuration changed',
  cameras_searched: 'cameras searched',
  model_installed: 'model installed',
};

export async function showAudit(
  context: CliContext,
  gym: string | null,
  limit: number,
): Promise<void> {
  const { lines } = await askOwner({
    ...asker(context),
    operation: 'audit.list',
    args: { gym, limit },
  });
  const rows = lines.map(({ atUtcMs, by, kind, gymId, subject }) => [
    minuteOf(atUtcMs),
    by,
    WORDS[kind],
    kind === 'trainer_seen' && subject === ALL_TRAINERS ? 'all trainers' : subject,
    gymId,
  ]);
  context.print(
    {
      lines: lines.map(({ atUtcMs, by, kind, gymId, subject }) => ({
        at: new Date(atUtcMs).toISOString(),
        by,
        what: kind,
        gym: gymId,
        subject,
      })),
    },
    rows.length === 0
      ? 'Nothing was changed or looked at yet.'
      : columns([['AT', 'BY', 'WHAT', 'OF', 'GYM'], ...rows]).join('\n'),
  );
}
