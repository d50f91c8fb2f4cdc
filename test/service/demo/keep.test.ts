import { describe, expect, it } from 'vitest';
import { demoConfig, parseConfig } from '../../../config/load.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { keepDemo } from '../../../service/demo/keep.ts';
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

describe('the demo while the program runs', () => {
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
