/** A file of classes that all say the same number, so that half an import is seen at once. */

/** An import of so many takes about as long as a life: many are cut off. */
export const CLASSES = 3_000;

const HOUR_MS = 3_600_000;

/** CSV of the same classes every time; `turn` is how many people booked each of them. */
export function timetableFile(turn: number): Uint8Array {
  const fromUtcMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 30 * 24 * HOUR_MS;
  const lines = Array.from({ length: CLASSES }, (_, n) => {
    const startsUtcMs = fromUtcMs + Math.floor(n / 4) * HOUR_MS;
    const [start, end] = [startsUtcMs, startsUtcMs + HOUR_MS - 600_000].map((at) =>
      new Date(at).toISOString(),
    );
    return `class-${n},Spin ${n % 7},${start},${end},Trainer ${n % 20},room-${n % 4},9999,${turn}`;
  });
  const text = ['id,name,start,end,trainer,room,capacity,booked', ...lines].join('\n');
  return new TextEncoder().encode(text);
}
