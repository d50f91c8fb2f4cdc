/** What the second process of owner.test.ts does until it is killed. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { own } from './owned.fixture.ts';

const [dir = '', path = ''] = process.argv.slice(2);
const variables = { TURNOUT_CONFIG: path, TURNOUT_DATA: dir };
await own(dir, () => openConfig(readEnvironment(variables)));
process.stdout.write('owned\n');
