/**
 * A cached answer: the summary of one gym from its box and from a node of its head office, in turn, by the same generator over
 * the same backing. Both are processes of their own, compiled.
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { addGym } from '../../hq/gyms/directory.ts';
import { openHeadOffice } from '../../hq/head-office.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { settingsOf } from '../../service/line/settings.ts';
import { openHistory } from '../../store/history/history.ts';
import { batchesOf } from '../../test/support/demo-box.ts';
import { joinBox, sendAs } from '../../test/support/joined-box.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { type BenchGym, makeBenchGym } from '../api/contenders/bench-gym.ts';
import { rawAnswer } from '../api/contenders/raw-answer.ts';
import { alternate, SUMMARY } from '../api/contenders/rounds.ts';
import { startTurnout } from '../api/contenders/start.ts';
import { type LoadTarget, type Saturation, saturate } from '../support/load.ts';
import { tell } from './figures.ts';
import { startOffice } from './office-process.ts';

const ROUNDS = 6;
const SECONDS = 2;
/** Of the head office; the box calls the gym something else. */
const GYM = 'riverside';

export async function cached(): Promise<void> {
  const gym = await makeBenchGym();
  const postgres = await startPostgres(true);
  const stops = [() => postgres.close(), () => gym.remove()];
  try {
    const keys = await send(gym, postgres.url);
    const box = await startTurnout(gym);
    stops.push(() => box.stop());
    const rates = { TURNOUT_HQ_KEY_RATE: '1000000', TURNOUT_HQ_ADDRESS_RATE: '1000000' };
    const office = await startOffice(postgres.url, rates, { isCompiled: true });
    stops.push(() => office.stop());
    const targets = [
      await target(box, SUMMARY, gym.unlimited),
      await target(office, SUMMARY, keys.ofGym),
      await target(office, `${SUMMARY}?gym_id=${GYM}`, keys.ofChain),
    ];
    for (const one of targets) await saturate(one, 1);
    const [own = [], ofGym = [], ofChain = []] = await alternate(ROUNDS, targets, (one) =>
      saturate(one, SECONDS),
    );
    tell('a cached summary, key of the gym: node of a head office ÷ box', ratio(ofGym, own), '×', {
      least: 0.85,
    });
    tell(
      'a cached summary, key of the chain and gym_id: node of a head office ÷ box',
      ratio(ofChain, own),
      '×',
      { least: 0.85 },
    );
    for (const [name, rounds] of [
      ['box', own],
      ['node, key of the gym', ofGym],
      ['node, key of the chain', ofChain],
    ] as const) {
      tell(`the same: ${name}`, median(rounds, 'perSecond'), '1/s');
      tell(`the same: ${name}, processor time`, median(rounds, 'serverUs'), 'µs');
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Brings the classes of the bench's gym to a head office. @returns keys of it. */
async function send(bench: BenchGym, databaseUrl: string) {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-cached-'));
  const config = await openConfig(
    readEnvironment({ TURNOUT_CONFIG: join(bench.folder, 'turnout.yaml') }),
  );
  const [gym] = config.gyms;
  if (gym === undefined) throw new TypeError('the configuration has a gym');
  await cp(await bench.dataFolder(), dir, { recursive: true });
  const about = { clock: systemClock, log: silentLog };
  const history = await openHistory({ dir, ...about });
  const office = await openHeadOffice({ databaseUrl, access: config.access, ...about });
  try {
    const nowUtcMs = systemClock.nowUtcMs();
    await addGym(office.database, { id: GYM, name: gym.name, groups: [] }, nowUtcMs);
    await office.directory.load();
    const { key } = await joinBox(office.database, GYM, nowUtcMs);
    await history.outbox.link(gym.id, { run: 'r_1', afterSeq: 0 });
    await history.outbox.share(gym.id, settingsOf(gym));
    for await (const batch of batchesOf({ history, gym, clock: systemClock }))
      await sendAs(office.sync, key, { ...batch, gym: GYM });
    const [ofGym, ofChain] = [
      await office.access.createKey({ gymId: GYM, role: 'owner', by: 'bench' }),
      await office.access.createKey({
        gymId: '',
        scope: { kind: 'all' },
        role: 'owner',
        by: 'bench',
      }),
    ];
    return { ofGym: ofGym.secret, ofChain: ofChain.secret };
  } finally {
    await office.stop();
    await history.close();
    await rm(dir, { recursive: true });
  }
}

async function target(
  { url, pid }: { readonly url: string; readonly pid: number },
  path: string,
  secret: string,
): Promise<LoadTarget> {
  // The first one reads the classes.
  await rawAnswer({ url, path, secret });
  const { status, sizeBytes, body } = await rawAnswer({ url, path, secret });
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString()}`);
  return { pid, url: `${url}${path}`, secret, status, answerBytes: sizeBytes };
}

function ratio(one: readonly Saturation[], other: readonly Saturation[]): number {
  return median(one, 'perSecond') / median(other, 'perSecond');
}

function median(rounds: readonly Saturation[], name: 'perSecond' | 'serverUs'): number {
  const values = rounds.map((round) => round[name] ?? Number.NaN).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
