/** `turnout join` and `turnout leave`: a gym of this box and its head office. */

import type { Command } from 'commander';
import { askOwner } from '../../service/control/owner.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';

interface JoinOptions {
  readonly token: string;
  readonly gym?: string;
}

export function registerJoin(program: Command, context: CliContext): void {
  program
    .command('join')
    .description('Join a head office: this gym is shown there with the others of its chain')
    .argument('<url>', 'address of the head office, https://…')
    .requiredOption('--token <token>', 'from the head office; it works once, for one gym')
    .option('--gym <id>', 'the gym that joins; may be left out where there is only one')
    .addHelpText('after', JOIN_HELP)
    .action((url: string, options: JoinOptions) => joinHq(context, url, options));
  program
    .command('leave')
    .description('Leave the head office: nothing more is sent; what is there stays there')
    .option('--gym <id>', 'the gym that leaves; may be left out where there is only one')
    .addHelpText('after', '\nExample:\n  turnout leave --gym riverside')
    .action(({ gym }: { readonly gym?: string }) => leaveHq(context, gym ?? null));
}

const JOIN_HELP = `
The head office gets classes with their bookings, head counts and corrections, the names of trainers,
the settings of the gym, and how many people are in its rooms now. It never gets pictures, camera addresses,
passwords or keys (docs/chain.md). A running server begins to send at once, and goes on counting
while the line is down.

Example:
  turnout join https://hq.example.com --token tj_4mV0…`;

async function joinHq(context: CliContext, url: string, options: JoinOptions): Promise<void> {
  const joined = await askOwner({
    ...asker(context),
    operation: 'line.join',
    args: { url, token: options.token, gym: options.gym ?? null },
  });
  const { gymId, hqUrl, box, gymName } = joined;
  context.print(
    {
      gym: gymId,
      head_office: hqUrl,
      gym_name: gymName,
      box,
    },
    [
      `Joined: ${gymId} is ${gymName} at ${new URL(hqUrl).hostname}.`,
      'A running server sends now; otherwise start one: turnout serve',
      'How it goes: turnout status',
    ].join('\n'),
  );
}

async function leaveHq(context: CliContext, gym: string | null): Promise<void> {
  const { gymId } = await askOwner({
    ...asker(context),
    operation: 'line.leave',
    args: { gym },
  });
  context.print({ gym: gymId, left: true }, `Left: nothing of ${gymId} is sent any more.`);
}
