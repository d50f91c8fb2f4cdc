/** A source of classes before it is added: read once, and what it would bring. Of the owner API and of the page. */

import { webUrlOf } from '../../../config/booking.ts';
import type { GymConfig } from '../../../config/config.ts';
import { type FeedAddress, feedAddress, type TypedAddress } from '../../../config/typed-address.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { feedWindow } from '../../../service/feeds/window.ts';
import type { Preview, Upload } from '../../../service/imports/desk.ts';
import type { ImportWish } from '../../../service/imports/take-file.ts';
import type { OwnerParts } from './call.ts';

/** What is typed, where it may be saved. @throws `usage`, `address_refused` */
export async function savedAddress(
  file: OwnerParts['file'],
  typed: TypedAddress,
  source: string,
  reach: Reach,
): Promise<FeedAddress> {
  const address = feedAddress(typed, source, await file.variables());
  await reach.checkUrl(webUrlOf(address.whole));
  return address;
}

export interface SourceAddress {
  readonly url: string;
  readonly reach: Reach | undefined;
  /** For people. */
  readonly origin: string;
}

/** Rejects as `readFeed` does. Nothing is changed and nothing is stored. */
export async function triedSource(
  { desk, readFeed, clock }: Pick<OwnerParts, 'desk' | 'readFeed' | 'clock'>,
  gym: GymConfig,
  { url, reach, origin }: SourceAddress,
  wish: ImportWish,
  signal: AbortSignal,
): Promise<{ readonly preview: Preview; readonly upload: Upload }> {
  const nowUtcMs = clock.nowUtcMs();
  const range = { timezone: gym.timezone, nowUtcMs, window: feedWindow(nowUtcMs, null) };
  const news = await readFeed(url, null, { signal, reach, range });
  const bytes = news.kind === 'read' ? news.bytes : new Uint8Array();
  const upload = desk.hold(gym.id, { bytes, origin, isFeed: true });
  return { preview: await desk.preview(gym, upload.id, wish, signal), upload };
}
