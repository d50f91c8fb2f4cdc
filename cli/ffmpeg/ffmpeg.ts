/** `turnout ffmpeg`: brings FFmpeg, which is in no release. */

import type { Command } from 'commander';
import { FFMPEG_FILE, ffmpegFolder, installFfmpeg } from '../../engine/ffmpeg.ts';
import { addRows, type CommandRow, flag } from '../command.ts';
import type { CliContext } from '../context.ts';

const FFMPEG: CommandRow<{ readonly from?: string; readonly into?: string }, []> = {
  words: 'ffmpeg',
  about: 'Fetch FFmpeg, which decodes H.264 and H.265, from the npm registry',
  flags: [
    flag('--from <file>', `take this ${FFMPEG_FILE} instead`),
    flag('--into <folder>', 'put it into this node_modules, for an image of your own'),
  ],
  help: 'Its licences forbid us to hand it on. turnout serve fetches it, too, at its first start.',
  examples: ['turnout ffmpeg', `turnout ffmpeg --from ${FFMPEG_FILE}`],
  answer: async (world, { from, into }) => {
    const folder = into ?? ffmpegFolder(world.dataDir());
    await installFfmpeg(folder, from ?? null);
    return [{ folder }, `FFmpeg is in ${folder}.`];
  },
};

export function registerFfmpeg(program: Command, context: CliContext): void {
  addRows(program, context, [FFMPEG]);
}
