/** A head office for one command. */

import { readHeadOffice } from '../../config/head-office.ts';
import type { HeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';

type Office = HeadOffice &
  typeof import('../../hq/gyms/directory.ts') &
  typeof import('../../hq/sync/boxes.ts') & {
    /** A token for a box of the gym, and what to do with it. Rejects with `gym_unknown`. */
    invite(gym: string): Promise<{ readonly body: object; readonly lines: readonly string[] }>;
  };

/**
 * Runs `work` over an office that is closed afterwards. All of it is loaded here, and by no other command. Rejects with
 * `config_invalid`, `database_unusable`.
 */
export async function withOffice<Result>(
  work: (office: Office) => Promise<Result>,
): Promise<Result> {
  const environment = readHeadOffice(process.env);
  const { openHeadOffice } = await import('../../hq/head-office.ts');
  const gyms = await import('../../hq/gyms/directory.ts');
  const boxes = await import('../../hq/sync/boxes.ts');
  const office = await openHeadOffice({ ...environment, clock: systemClock, log: silentLog });
  const invite = async (gym: string) => {
    const nowUtcMs = systemClock.nowUtcMs();
    const { token, untilUtcMs } = await boxes.createToken(office.database, gym, nowUtcMs);
    const until = new Date(untilUtcMs).toISOString();
    const url = environment.publicUrl ?? 'https://hq.example.com';
    const lines = [
      token,
      `Good for one box of gym ${gym} until ${until}. At the box:`,
      `  turnout join ${url} --token ${token}`,
    ];
    return { body: { token, gym_id: gym, until }, lines };
  };
  try {
    return await work({ ...office, ...gyms, ...boxes, invite });
  } finally {
    await office.stop();
  }
}
