/** Collects the chunks of a body up to a limit. */

/** Gives each chunk, its own memory, and whether it is the last one. */
type Feed = (take: (chunk: Buffer, isLast: boolean) => void) => void;

/** The whole body, or null as soon as it is larger than `limitBytes`; what comes after is dropped. */
export function collectBody(limitBytes: number, feed: Feed): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    feed((chunk, isLast) => {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) {
        chunks.length = 0;
        resolve(null);
        return;
      }
      chunks.push(chunk);
      if (isLast) {
        resolve(Buffer.concat(chunks));
      }
    });
  });
}
