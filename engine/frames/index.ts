/** Door of the frames: what is encoded, decoded and handed over. */

export type { EncodedFrame, FrameCodec } from './encoded-frame.ts';
