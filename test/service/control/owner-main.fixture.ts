/** What the second process of owned.fixture.ts does until it is killed. */

import { openAccess } from '../../../store/access/index.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { openConfig, readEnvironment } from '../../../config/index.ts';
import { createOperations, startControl } from '../../../service/control/index.ts';
import { lockDataDir, openHistory } from '../../../store/history/index.ts';
import { silentLog } from '../../../runtime/log.ts';

const [dir = '', path = ''] = process.argv.slice(2);
const config = await openConfig(readEnvironment({ TURNOUT_CONFIG: path, TURNOUT_DATA: dir }));
const clock = systemClock;
const lock = await lockDataDir(dir, { clock });
const history = await openHistory({ dir, clock, log: silentLog });
const world = { history, config: () => config, clock };
const access = await openAccess({ ...world, log: silentLog });
const operations = createOperations({ ...world, access, status: null });
const control = await startControl({ operations, log: silentLog });
await lock.setControl(control.path);
process.stdout.write('owned\n');
