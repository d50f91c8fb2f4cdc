/** `turnout hq`: a head office for many boxes. */

import { command } from '../command.ts';
import { BOX, GYM, TOKEN } from './gyms.ts';
import { KEY } from './keys.ts';

export const HQ = command({
  words: 'hq',
  about: 'Serve a head office: the API of all gyms that joined it, over PostgreSQL',
  help: `Environment:
  TURNOUT_HQ_DATABASE  PostgreSQL: postgres://user:password@host/database
  TURNOUT_HQ_URL       public address of the service, https
  TURNOUT_HQ_PROXIES   trusted proxies, comma-separated
  TURNOUT_HQ_KEY_RATE, TURNOUT_HQ_ADDRESS_RATE
                       most requests a second by a key, and by an address
  HOST, PORT           where it listens, default 127.0.0.1:8080`,
  examples: ['TURNOUT_HQ_DATABASE=postgres://turnout@db.example/turnout turnout hq'],
  rows: [GYM, TOKEN, BOX, KEY],
  answer: async (world, { json }) => {
    const { serveHeadOffice } = await import('./serve.ts');
    await serveHeadOffice(world, world.isTerminal && json !== true);
    return undefined;
  },
});
