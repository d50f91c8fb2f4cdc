import { expect, it } from 'vitest';
import { createLog } from '../../../runtime/log/log.ts';

const lines: unknown[] = [];
const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };

it('the log is one JSON object a line with level, time and event, and without secrets', () => {
  const log = createLog('info', logTo);
  log.debug('unseen');
  const cause = new Error('rtsp://admin:Zq9@10.0.0.7/live');
  const error = new Error('cannot open rtsp://admin:Zq9@10.0.0.7/live', { cause });
  log.error('camera_failed', { camera: 'hall', error, password: 'Zq9' });
  expect(lines).toMatchObject([
    { level: 'error', time: expect.stringMatching(/Z$/), event: 'camera_failed', camera: 'hall' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Zq9|10\.0\.0\.7/);
});
