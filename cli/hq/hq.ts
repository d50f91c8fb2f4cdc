/** `turnout hq`: a head office for many boxes. */

import type { Command } from 'commander';
import { addRows, type CliContext, group, helpOf } from '../command.ts';
import { BOX_ROWS, GYM_ROWS, TOKEN } from './gyms.ts';
import { KEY_ROWS } from './keys.ts';

export function registerHq(program: Command, context: CliContext): Command {
  const hq = program
    .command('hq')
    .description('Serve a head office: the API of all gyms that joined it, over PostgreSQL')
    .addHelpText('after', helpOf(ENVIRONMENT, [EXAMPLE]))
    .action(async ({ json }: { json?: true }) => {
      const { serveHeadOffice } = await import('./serve.ts');
      await serveHeadOffice(context, context.isTerminal && json !== true);
    });
  const gyms = 'Add, list, change and remove the gyms of the chain';
  group('gym', gyms, 'turnout hq gym list', GYM_ROWS)(hq, context);
  addRows(hq, context, [TOKEN]);
  const boxes = 'List and revoke the boxes that joined';
  group('box', boxes, 'turnout hq box list', BOX_ROWS)(hq, context);
  const keys = 'Make, list and revoke keys of the head office';
  group('key', keys, 'turnout hq key list', KEY_ROWS)(hq, context);
  return hq;
}

const ENVIRONMENT = `Environment:
  TURNOUT_HQ_DATABASE  PostgreSQL: postgres://user:password@host/database
  TURNOUT_HQ_URL       public address of the service, https
  TURNOUT_HQ_PROXIES   addresses of proxies that are believed, by commas
  HOST, PORT           where it listens, default 127.0.0.1:8080`;

const EXAMPLE = 'TURNOUT_HQ_DATABASE=postgres://turnout@db.example/turnout turnout hq';
