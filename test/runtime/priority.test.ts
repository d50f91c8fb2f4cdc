import { expect, it } from 'vitest';
import { giveWay } from '../../runtime/threads.ts';

it('a system that forbids to change a priority stops no thread', () => {
  const asked: number[] = [];
  const refuse = (niceness: number) => {
    asked.push(niceness);
    throw new Error('uv_os_setpriority returned EACCES');
  };
  expect(() => giveWay(5, refuse)).not.toThrow();
  expect(asked).toEqual(process.platform === 'linux' ? [5] : []);
});
