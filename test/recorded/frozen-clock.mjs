/** Loaded before the program and each of its threads: the wall clock stands still. Durations are measured as ever. */

const atUtcMs = Number(process.env.RECORDED_AT_UTC_MS);

globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [atUtcMs] : parts));
  }

  static now() {
    return atUtcMs;
  }
};
