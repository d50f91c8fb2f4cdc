/** Owns the folder until it is killed; says `held`. */

import { systemClock } from '../../../../runtime/clock.ts';
import { lockDataDir } from '../../../../store/history/folder/lock.ts';

const lock = await lockDataDir(process.argv[2] ?? '', { clock: systemClock });
await lock.setServer('http://127.0.0.1:1234', 'tl_0');
process.stdout.write('held\n');
await new Promise((resolve) => setTimeout(resolve, 3_600_000));
