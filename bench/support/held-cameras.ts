/**
 * RTSP and MJPEG cameras that can be held: stopped in the middle of everything, connections open, and let go on. So one
 * running server is measured with and without pictures coming, in turns. Linux and other systems with SIGSTOP.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface HeldCameras {
  readonly h264: readonly string[];
  readonly jpeg: readonly string[];
  /** Nothing comes from now on. Less than the time limits of the reader, or it connects again. */
  hold(): void;
  letGo(): void;
  stop(): Promise<void>;
}

export interface CameraCounts {
  readonly h264: number;
  readonly jpeg: number;
  readonly jpegPeriodMs: number;
}

/**
 * Starts them at niceness 10, that of workers: cameras are other machines, and theirs must not win a core from what is
 * measured; at idle priority they would not come to send where all cores are busy.
 */
export async function startHeldCameras(counts: CameraCounts): Promise<HeldCameras> {
  const script = fileURLToPath(new URL('./camera-process.ts', import.meta.url));
  const args = ['-n', '10', process.execPath, '--import', 'tsx', script, JSON.stringify(counts)];
  // A process group of its own: GStreamer's server is a child of it, and both are held together.
  const child = spawn('nice', args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const signal = (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const urls = JSON.parse(line) as Pick<HeldCameras, 'h264' | 'jpeg'>;
    return {
      ...urls,
      hold: () => signal('SIGSTOP'),
      letGo: () => signal('SIGCONT'),
      stop: async () => {
        signal('SIGKILL');
        await exited;
      },
    };
  }
  throw new Error('the cameras did not start');
}
