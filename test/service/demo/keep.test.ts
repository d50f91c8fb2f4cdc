import { describe, expect, it } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { demoConfig, parseConfig } from '../../../config/load.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { keepDemo } from '../../../service/demo/keep.ts';
import type { ClassStore } from '../../../store/history/classes/store.ts';
import { createHandClock, openTestHistory } from '../../store/history/folder.fixture.ts';

const START = Date.UTC(2026, 10, 21, 19, 3, 20);
const EVER = { fromUtcMs: 0, toUtcMs: START * 2 };
const ENVIRONMENT = { variables: {}, host: null, port: null };

const FILE = `gyms:
  - id: demo
    timezone: Europe/London
    rooms:
      - id: hall
        cameras:
          - id: hall
            url: scene:studio
`;

/** Starts and stops at once. */
async function keepFor(config: Config): Promise<ClassStore> {
  const clock = createHandClock(START);
  const { history } = await openTestHistory({ clock });
  const demo = await keepDemo({
    config: () => config,
    store: history.classes,
    clock,
    log: silentLog,
  });
  await demo.stop();
  return history.classes;
}

describe('the demo while the program runs', () => {
  it('brings nothing into a gym that somebody has configured, not even one of its name', async () => {
    const store = await keepFor(parseConfig(FILE, 'turnout.yaml', ENVIRONMENT));
    expect(await store.records('demo', EVER)).toEqual([]);
  });

  it('leaves its classes alone once a file has taken its place', async () => {
    const clock = createHandClock(START);
    const { history } = await openTestHistory({ clock });
    let config = demoConfig(ENVIRONMENT, START);
    const store = history.classes;
    const demo = await keepDemo({ config: () => config, store, clock, log: silentLog });
    const before = await store.records('demo', EVER);
    config = parseConfig(FILE, 'turnout.yaml', ENVIRONMENT);
    await demo.stop();
    expect(await store.records('demo', EVER)).toEqual(before);
  });
});
