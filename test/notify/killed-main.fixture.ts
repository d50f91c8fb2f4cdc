/** A process that sends what waits in a data folder to a channel, until it is killed: `FOLDER CHANNEL`, as in the file. */

import { createNotify } from '../../notify/notify.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { every } from '../../runtime/timers.ts';
import { openHistory } from '../../store/history/history.ts';
import { loadedConfig } from './config.fixture.ts';

const [dir = '', channel = ''] = process.argv.slice(2);
const config = loadedConfig([channel]);
const history = await openHistory({ dir, clock: systemClock, log: silentLog });
const nothing = () => {
  throw new Error('nothing is looked at');
};
const notify = createNotify({
  store: history.deliveries,
  config: () => config,
  view: () => null,
  classesIn: nothing,
  status: nothing,
  clock: systemClock,
  log: silentLog,
});
await every({ periodMs: 20, signal: new AbortController().signal, onError: console.error }, () =>
  notify.send(),
);
