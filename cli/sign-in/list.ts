/** `turnout sign-in list`: browsers by what is no secret of them. */

import { askOwner } from '../../service/commands/ask-owner.ts';
import type { SignedIn } from '../../store/access/sign-ins/sign-in.ts';
import type { CliContext } from '../context.ts';
import { minuteOf } from '../key/list.ts';
import { asker } from '../terminal/asker.ts';
import { columns } from '../terminal/columns.ts';

const HEAD = ['ID', 'DEVICE', 'GYM', 'ROLE', 'KEY', 'LABEL', 'SINCE', 'LAST SEEN'];

export async function listSignIns(context: CliContext, gym: string | null): Promise<void> {
  const { signIns } = await askOwner({
    ...asker(context),
    operation: 'sign_in.list',
    args: { gym },
  });
  context.print(
    { sign_ins: signIns.map(asJson) },
    signIns.length === 0
      ? 'No browser is signed in.'
      : columns([HEAD, ...signIns.map(words)]).join('\n'),
  );
}

function words({ key, signIn }: SignedIn): string[] {
  const { id, device, createdUtcMs, seenUtcMs } = signIn;
  const { gymId, role, prefix, label } = key;
  const times = [minuteOf(createdUtcMs), minuteOf(seenUtcMs)];
  return [id, device, gymId, role, prefix, label ?? '', ...times];
}

function asJson({ key, signIn }: SignedIn) {
  return {
    id: signIn.id,
    device: signIn.device,
    gym: key.gymId,
    role: key.role,
    key: key.id,
    label: key.label,
    way: signIn.way,
    encrypted: !signIn.isPlain,
    since: new Date(signIn.createdUtcMs).toISOString(),
    last_seen: new Date(signIn.seenUtcMs).toISOString(),
  };
}
