/** What the second process of owned.fixture.ts does until it is killed. */

import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { createOperations } from '../../../service/commands/operations.ts';
import { openAccess } from '../../../store/access/access.ts';
import { lockDataDir } from '../../../store/history/folder/lock.ts';
import { openHistory } from '../../../store/history/history.ts';
import { serveOperations, TOKEN } from './served.fixture.ts';

const [dir = '', path = ''] = process.argv.slice(2);
const config = await openConfig(readEnvironment({ TURNOUT_CONFIG: path, TURNOUT_DATA: dir }));
const clock = systemClock;
const lock = await lockDataDir(dir, { clock });
const history = await openHistory({ dir, clock, log: silentLog });
const world = { history, config: () => config, clock };
const access = await openAccess({ ...world, log: silentLog });
const operations = createOperations({ ...world, access, status: null, notifications: null });
const served = await serveOperations(operations);
await lock.setServer(served.url, TOKEN);
process.stdout.write('owned\n');
