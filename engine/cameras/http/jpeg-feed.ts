/** What an HTTP camera gives, whichever way: one JPEG picture after another. */

export interface JpegFeed {
  /** The next picture, filling its own ArrayBuffer; null when the camera ended the stream or the feed is closed. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  close(): void;
}

/** Largest picture taken, bytes: an 8K JPEG of the best quality is about half of it. Chosen here. */
export const MAX_JPEG_BYTES = 32 * 1024 * 1024;
