/** A box as its gym has it: the built program in a process of its own, with a configuration, a schedule and no camera. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, serve } from '../served.ts';
import { COMMAND } from '../turnout.ts';

export class ServedBox {
  readonly dir = mkdtempSync(join(tmpdir(), 'turnout-box-'));
  readonly #environment: NodeJS.ProcessEnv;
  #server: Served | null = null;

  /** @param authority File of the certificate of the head office's authority. */
  constructor(gym: string, authority: string) {
    const data = join(this.dir, 'data');
    mkdirSync(data);
    const config = join(this.dir, 'turnout.yaml');
    const room = '{ id: hall, name: Hall, capacity: 20 }';
    writeFileSync(config, `gyms: [{ id: ${gym}, timezone: UTC, rooms: [${room}] }]\n`);
    this.#environment = {
      ...process.env,
      TURNOUT_DATA: data,
      TURNOUT_CONFIG: config,
      NODE_EXTRA_CA_CERTS: authority,
    };
  }

  async serve(): Promise<void> {
    const place = { cwd: this.dir, variables: this.#environment };
    this.#server = await serve([process.execPath, COMMAND, 'serve'], place);
  }

  /** Runs `turnout ARGS` next to the server. @returns its output; throws where it fails. */
  run(args: readonly string[], input = ''): string {
    const place = { cwd: this.dir, env: this.#environment };
    const options = { ...place, encoding: 'utf8', stdio: 'pipe', input } as const;
    return execFileSync(process.execPath, [COMMAND, ...args], options);
  }

  /** Puts a timetable in the place of the one before. */
  bring(classes: readonly { readonly name: string; readonly booked: number }[]): void {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const rows = classes.map(
      ({ name, booked }, at) =>
        `${name},${day} ${String(8 + at).padStart(2, '0')}:00,60,hall,${booked}`,
    );
    const text = ['Class,Start,Minutes,Room,Booked', ...rows].join('\n');
    this.run(['schedule', 'import', '-'], `${text}\n`);
  }

  async stop(): Promise<void> {
    await this.#server?.end();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
