/** The head office's database for one command. */

import { type HeadOfficeEnvironment, readHeadOffice } from '../../config/head-office.ts';
import { type HeadOffice, openHeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';

/** Runs `work` over an office that is closed afterwards. Rejects with `config_invalid`, `database_unusable`. */
export async function withOffice<Result>(
  work: (office: HeadOffice, environment: HeadOfficeEnvironment) => Promise<Result>,
): Promise<Result> {
  const environment = readHeadOffice(process.env);
  const office = await openHeadOffice({ ...environment, clock: systemClock, log: silentLog });
  try {
    return await work(office, environment);
  } finally {
    await office.stop();
  }
}
