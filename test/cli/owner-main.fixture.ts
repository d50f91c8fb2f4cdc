/** What the second process of owner.test.ts does until it is killed. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { own } from './owned.fixture.ts';

const environment = readEnvironment();
await own(environment.dataFolder, () => openConfig(environment));
process.stdout.write('{"event":"listening","url":""}\n');
