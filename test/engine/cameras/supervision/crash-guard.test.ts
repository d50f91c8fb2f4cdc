import { describe, expect, test } from 'vitest';
import { CrashGuard } from '../../../../engine/cameras/supervision/crash-guard.ts';

function crash(guard: CrashGuard, times: number, everyMs: number, fromMs = 0): void {
  for (let i = 0; i < times; i++) {
    guard.noteCrash(fromMs + i * everyMs);
  }
}

describe('crash guard', () => {
  test('trips at the tenth crash within ten minutes', () => {
    const guard = new CrashGuard();
    crash(guard, 9, 1000);
    expect(guard.isTripped).toBe(false);
    crash(guard, 1, 0, 9000);
    expect(guard.isTripped).toBe(true);
  });

  test('does not add up crashes that are far apart', () => {
    const guard = new CrashGuard();
    crash(guard, 100, 70_000);
    expect(guard.isTripped).toBe(false);
  });

  test('stays tripped, however long nothing happens, until a connection lasts', () => {
    const guard = new CrashGuard();
    crash(guard, 10, 1000);
    crash(guard, 1, 0, 10_000_000);
    expect(guard.isTripped).toBe(true);
    guard.noteSteady();
    expect(guard.isTripped).toBe(false);
    crash(guard, 9, 1000, 20_000_000);
    expect(guard.isTripped).toBe(false);
  });
});
