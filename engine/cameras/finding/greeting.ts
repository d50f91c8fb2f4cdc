/** Whether an address speaks RTSP, and what it calls itself: two requests without a login, of which none plays anything. */

import { callsIn } from '../rtsp/calls.ts';
import { RtspClient } from '../rtsp/client.ts';

export interface Greeting {
  /** Its server and the realm of its login, as far as it tells them. */
  readonly calls: readonly string[];
}

/** Null for what does not speak RTSP within the time. */
export async function greet(
  host: string,
  port: number,
  timeoutMs: number,
): Promise<Greeting | null> {
  const client = new RtspClient(new URL(`rtsp://${host}:${port}/`), () => undefined);
  const late = setTimeout(() => client.destroy(), timeoutMs);
  try {
    const options = await client.ask('OPTIONS', client.uri);
    if (options === null) return null;
    const described = await client.ask('DESCRIBE', client.uri, { Accept: 'application/sdp' });
    return { calls: [options, described].flatMap((answer) => callsIn(answer?.headers)) };
  } finally {
    clearTimeout(late);
    client.destroy();
  }
}
