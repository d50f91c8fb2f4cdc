/**
 * The services of a compose file without a Docker daemon: the programs of Debian and the built Turnout in place of images,
 * with the commands, environment, files and order of the file. What a daemon would do is done to texts: names of services and
 * ports become free ports of this computer, folders of containers become folders of the stack.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { freePort } from './loopback.ts';
import { asPostgres, givenToPostgres, POSTGRES_BIN } from './postgres.ts';
import { COMMAND } from './turnout.ts';
import { until } from './until.ts';

/** What listens inside the network of the services, and what is published. */
const PLACES = ['postgres:5432', 'hq:8080', 'caddy:80'];

interface Service {
  readonly name: string;
  readonly image: string;
  /** Without it that of the image. */
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  /** A value may be a number. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `source:target` or `source:target:ro`. */
  readonly volumes?: readonly string[];
  /** `CMD-SHELL` and a text whose exit status 0 means healthy. */
  readonly healthcheck?: { readonly test: readonly [kind: string, text: string] };
}

export class ComposeStack {
  /** Holds the compose file and what stands next to it; and the volumes. */
  readonly dir = mkdtempSync(join(tmpdir(), 'turnout-compose-'));
  /** Where each of them listens on this computer. */
  readonly #ports: Record<string, number> = {};
  readonly #running = new Map<string, ChildProcess>();
  readonly #output = new Map<string, string>();
  #services: readonly Service[] = [];

  /** @param from Folder of `compose.yaml`; it is copied. */
  static async of(from: string): Promise<ComposeStack> {
    const stack = new ComposeStack();
    chmodSync(stack.dir, 0o755);
    cpSync(from, stack.dir, { recursive: true });
    for (const place of PLACES) stack.#ports[place] = await freePort();
    return stack;
  }

  /** `docker compose up -d`: what does not run is started, in order. */
  async up(): Promise<void> {
    this.#services = readCompose(this.dir);
    for (const service of this.#services) {
      if (this.#running.has(service.name)) continue;
      this.#start(service);
      await this.#healthy(service);
    }
  }

  /** `docker compose up -d --force-recreate NAMES`. */
  async recreate(names: readonly string[]): Promise<void> {
    for (const name of names) await this.stop(name);
    await this.up();
  }

  #start(service: Service): void {
    const { name } = service;
    const [program, ...args] = this.#commandOf(service);
    const child = spawn(program ?? '', args, {
      cwd: this.dir,
      env: this.#environmentOf(service),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what it has started ends with it.
      detached: true,
    });
    const take = (piece: unknown) =>
      this.#output.set(name, `${this.#output.get(name) ?? ''}${piece}`);
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    this.#running.set(name, child);
    child.once('exit', () => this.#running.delete(name));
  }

  /** `docker compose stop`, as the daemon does it: SIGTERM, or for PostgreSQL what its image asks for. */
  async stop(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (child?.pid === undefined) return;
    const ended = new Promise((done) => child.once('exit', done));
    process.kill(-child.pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
    await ended;
  }

  /** `docker compose run --rm SERVICE ARGS`, or `exec` of Turnout in it. @returns its output. Throws where it fails. */
  run(name: string, args: readonly string[]): string {
    const service = this.#services.find((one) => one.name === name)!;
    const [program, ...all] = this.#commandOf({ ...service, command: args });
    const place = { cwd: this.dir, env: this.#environmentOf(service) };
    return execFileSync(program ?? '', all, { ...place, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Folder of a volume, or of a path next to the compose file. */
  volume(source: string): string {
    return source.startsWith('.') ? resolve(this.dir, source) : join(this.dir, 'volumes', source);
  }

  async down(): Promise<void> {
    for (const { name } of this.#services.toReversed()) {
      await this.stop(name).catch(() => undefined);
    }
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #healthy(service: Service): Promise<void> {
    const { name, healthcheck } = service;
    if (healthcheck === undefined) return;
    const [, text] = healthcheck.test;
    const env = { ...this.#environmentOf(service), PGHOST: '127.0.0.1' };
    await until(() => {
      if (!this.#running.has(name)) throw new Error(`${name} ended: ${this.#output.get(name)}`);
      return spawnSync('sh', ['-c', text], { env }).status === 0;
    });
  }

  #commandOf(service: Service): string[] {
    const args = (service.command ?? []).map((one) => this.#localised(service, one));
    const entrypoint = service.entrypoint?.map((one) => this.#localised(service, one));
    for (const [, path] of this.#mounts(service)) {
      if (!existsSync(path)) mkdirSync(path, { recursive: true });
    }
    if (entrypoint !== undefined) return [...entrypoint, ...args];
    const [image] = service.image.split(':');
    if (image === 'turnout') return [process.execPath, COMMAND, ...args];
    if (image === 'caddy') return this.#caddy(service);
    if (image === 'postgres') return this.#postgres(service);
    throw new Error(`no program stands in for the image ${service.image}`);
  }

  #caddy(service: Service): string[] {
    const path = join(this.dir, 'Caddyfile');
    const own = `{\n\thttp_port ${this.#ports['caddy:80']}\n\tadmin off\n\tskip_install_trust\n}\n`;
    writeFileSync(`${path}.here`, own + this.#localised(service, readFileSync(path, 'utf8')));
    return ['caddy', 'run', '--config', `${path}.here`, '--adapter', 'caddyfile'];
  }

  /** As the image's own entrypoint: the first start makes the user and the database. */
  #postgres(service: Service): string[] {
    const data = this.volume('postgres');
    const port = String(this.#ports['postgres:5432']);
    givenToPostgres(data);
    if (!existsSync(join(data, 'PG_VERSION'))) {
      const { environment = {} } = service;
      const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '' } = environment;
      const secret = join(this.dir, 'password');
      writeFileSync(secret, password, { mode: 0o644 });
      const who = ['-U', user, '-A', 'scram-sha-256', `--pwfile=${secret}`];
      const init = ['-D', data, ...who, '--no-sync'];
      execFileSync(...asPostgres('initdb', init), { stdio: 'ignore' });
      rmSync(secret);
      const make = `CREATE DATABASE "${environment['POSTGRES_DB']}"\n`;
      const single = asPostgres('postgres', ['--single', '-D', data, 'postgres']);
      execFileSync(...single, { input: make, stdio: ['pipe', 'ignore', 'ignore'] });
    }
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`];
    const socket = ['-c', `unix_socket_directories=${data}`, '-c', 'fsync=off'];
    return asPostgres('postgres', ['-D', data, ...settings, ...socket]).flat();
  }

  #environmentOf(service: Service): NodeJS.ProcessEnv {
    const own = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([name, text]) => [
        name,
        text === 'postgres' ? '127.0.0.1' : this.#localised(service, String(text)),
      ]),
    );
    const isTurnout = service.image.startsWith('turnout:');
    return {
      PATH: `${POSTGRES_BIN}:${process.env['PATH']}`,
      HOME: this.dir,
      PGPORT: String(this.#ports['postgres:5432']),
      // As the image of Caddy has it.
      XDG_DATA_HOME: this.volume('certificates'),
      XDG_CONFIG_HOME: this.volume('caddy'),
      ...(isTurnout && { HOST: '127.0.0.1', PORT: String(this.#ports['hq:8080']) }),
      ...own,
    };
  }

  /** Target in the container and folder or file here, the longest target first. */
  #mounts(service: Service): readonly (readonly [target: string, path: string])[] {
    return (service.volumes ?? [])
      .map((volume) => {
        const [source = '', target = ''] = volume.split(':');
        return [target, this.volume(source)] as const;
      })
      .toSorted(([one], [other]) => other.length - one.length);
  }

  #localised(service: Service, text: string): string {
    let here = text;
    for (const [target, path] of this.#mounts(service)) {
      here = here.replace(new RegExp(`(?<![\\w/.-])${target}(?![\\w.-])`, 'g'), path);
    }
    for (const [place, port] of Object.entries(this.#ports)) {
      const [name, inside] = place.split(':');
      here = here.replaceAll(place, `127.0.0.1:${port}`);
      if (name === service.name) here = here.replaceAll(`0.0.0.0:${inside}`, `127.0.0.1:${port}`);
    }
    return here.replaceAll('@postgres/', `@127.0.0.1:${this.#ports['postgres:5432']}/`);
  }
}

/** The compose file as Compose reads it, with the variables of `.env` next to it; services stand in the order in which they start. Throws for one that must be set, and is not: with its message. */
function readCompose(folder: string): Service[] {
  const [file = '', given = ''] = ['compose.yaml', '.env'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const variables = parseEnv(given);
  const text = file.replace(/\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === ':?') throw new Error(`${name}: ${rest}`);
    return kind === ':-' ? rest : '';
  });
  const { services } = parse(text);
  return Object.entries<Service>(services).map(([name, body]) => ({ ...body, name }));
}
