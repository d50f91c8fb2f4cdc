/** Checks of the computer: Node, native modules, FFmpeg. */

import { chooseBacking, HALF_RATE, type WantedBacking } from '../../api/http/backing.ts';
import { isFfmpegHere } from '../../engine/ffmpeg.ts';
import { messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { broken, type Finding, ok, warning } from './check.ts';

const OLDEST_NODE = [20, 19] as const;

export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isNew
    ? ok('Node', version)
    : broken('Node', version, `install Node ${OLDEST_NODE.join('.')} or later`);
}

/** The launcher sets it; without it two cameras of libav may hold half of the threads that files and SQLite need. */
export function checkThreads(
  size: string | undefined = process.env['UV_THREADPOOL_SIZE'],
): Finding {
  return Number(size ?? 4) >= 16
    ? ok('threads', `${size} for files, SQLite and camera reads`)
    : warning(
        'threads',
        `${size ?? 4} for files, SQLite and camera reads`,
        'start with: turnout serve',
      );
}

/** Modules with a native part, and what they are for. */
const NATIVE_MODULES: readonly (readonly [name: string, use: string])[] = [
  ['node-av/lib', 'decodes video'],
  ['sharp', 'decodes JPEG pictures'],
  ['onnxruntime-node', 'runs detectors'],
  ['sqlite3', 'stores counts'],
  ['@napi-rs/canvas', 'draws pictures'],
];

export function checkNativeModules(): Promise<Finding[]> {
  return Promise.all(
    NATIVE_MODULES.map(([name, use]) =>
      name === 'node-av/lib' && !isFfmpegHere() ? NO_FFMPEG : checkModule(name, use),
    ),
  );
}
const NO_FFMPEG = warning(
  'FFmpeg',
  'not there: JPEG pictures are counted, video is not',
  'turnout serve fetches it at its start; now: turnout ffmpeg',
);

/** Whether `name` loads. Whatever is thrown is the answer. */
export async function checkModule(name: string, use: string): Promise<Finding> {
  try {
    const loaded: { getFFmpegInfo?: () => { version: string } } = await import(name);
    const version = loaded.getFFmpegInfo?.().version;
    return ok(name, version === undefined ? use : `${use} with FFmpeg ${version}`);
  } catch (error) {
    const [reason = ''] = redactText(messageOf(error)).split('\n');
    return broken(
      name,
      `${use}, but does not load: ${reason}`,
      'run: npm ci, and look at its output',
    );
  }
}

/** What would carry HTTP, as `server.backing` has it. */
export function checkServer(wanted: WantedBacking): Finding {
  const name = 'HTTP server';
  try {
    const { build } = chooseBacking(wanted);
    if (build !== null) return ok(name, `${build}, native`);
    if (wanted === 'node') return ok(name, 'node:http, as server.backing has it');
    return ok(name, `node:http, ${HALF_RATE}`);
  } catch (error) {
    return broken(name, messageOf(error), 'set server.backing to auto');
  }
}
