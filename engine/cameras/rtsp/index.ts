/** Door of the RTSP reader that needs no libav. */

export { DirectRtsp } from './direct.ts';
