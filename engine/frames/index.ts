/** Door of the frames: what is encoded, decoded and handed over. */

export { FrameDecoder } from './decoder.ts';
export type { EncodedFrame, FrameCodec } from './encoded-frame.ts';
export { type Fit, type Size, toPictureRatio } from './fit.ts';
export { InputCanvas } from './input-canvas.ts';
export { Mailbox } from './mailbox.ts';
export type { OfferedFrame } from './offered-frame.ts';
export { isBlack, measurePicture, type PictureStats } from './picture-stats.ts';
export type { Pixels, PixelsWanted } from './pixels.ts';
