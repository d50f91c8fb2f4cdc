import { describe, expect, it } from 'vitest';
import { type Config, demoConfig, parseConfig } from '../../../engine/config/index.ts';
import { keepDemo } from '../../../engine/demo/index.ts';
import type { ClassStore } from '../../../engine/history/index.ts';
import { silentLog } from '../../../engine/log.ts';
import { createHandClock, openTestHistory } from '../history/folder.fixture.ts';

const START = Date.UTC(2026, 10, 21, 19, 3, 20);
const EVER = { fromUtcMs: 0, toUtcMs: START * 2 };
const ENVIRONMENT = { variables: {}, host: null, port: null };

/** Starts and stops at once. */
async function keepFor(config: Config): Promise<ClassStore> {
  const clock = createHandClock(START);
  const { history } = await openTestHistory({ clock });
  const demo = await keepDemo({ config, store: history.classes, clock, log: silentLog });
  await demo.stop();
  return history.classes;
}

describe('the demo while the program runs', () => {
  it('has its classes once it has started', async () => {
    const store = await keepFor(demoConfig(ENVIRONMENT, START));
    const records = await store.records('demo', EVER);
    expect(records.filter(({ estimate }) => estimate !== null).length).toBeGreaterThan(400);
    expect(await store.trainers('demo')).toHaveLength(6);
  });

  it('brings nothing into a gym that somebody has configured, not even one of its name', async () => {
    const text = `gyms:
  - id: demo
    timezone: Europe/London
    rooms:
      - id: hall
        cameras:
          - id: hall
            url: scene:studio
`;
    const store = await keepFor(parseConfig(text, 'turnout.yaml', ENVIRONMENT));
    expect(await store.records('demo', EVER)).toEqual([]);
  });
});
