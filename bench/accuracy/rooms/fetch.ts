/**
 * `npx tsx bench/accuracy/rooms/fetch.ts`: brings the pictures of `rooms.tsv` into `.bench/rooms`, at most 960 px long.
 *
 *   --out DIR    where they go (.bench/rooms)      --held-out   those kept aside as well
 *   --from DIR   bare clones as DIR/OWNER+NAME, instead of the network
 *
 * A file that is not the labelled one, by its SHA-256, is left out and named. Frames of recordings need `ffmpeg`.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type Room, readRooms } from './labels.ts';

const MAX_PX = 960;
const MAX_FILE_BYTES = 64 * 2 ** 20;

const { values: chosen } = parseArgs({
  options: {
    out: { type: 'string', default: join('.bench', 'rooms') },
    from: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
  },
});

mkdirSync(chosen.out, { recursive: true });
const wanted = readRooms().filter(({ held_out }) => chosen['held-out'] || !held_out);
const missing: string[] = [];
for (const room of wanted) {
  const file = join(chosen.out, room.file);
  if (existsSync(file)) continue;
  const reason = await bring(room, file);
  if (reason !== null) missing.push(`${room.file}: ${reason}`);
}
console.log(`${wanted.length - missing.length} of ${wanted.length} pictures are in ${chosen.out}`);
for (const line of missing) console.log(line);
process.exitCode = missing.length === 0 ? 0 : 1;

/** Writes the picture; else why not. */
async function bring(room: Room, file: string): Promise<string | null> {
  const bytes = chosen.from === undefined ? await overNetwork(room) : ofClone(chosen.from, room);
  if (bytes === null) return `expected ${room.path} of ${room.repository}, got nothing`;
  if (!createHash('sha256').update(bytes).digest('hex').startsWith(room.sha256)) {
    return `expected the file of SHA-256 ${room.sha256}…, got another one`;
  }
  const still = room.at_s === null ? bytes : frameOf(bytes, room.at_s);
  if (still === null) return `expected a frame at ${room.at_s} s, got none; is ffmpeg installed?`;
  const size = { fit: 'inside', withoutEnlargement: true } as const;
  const small = sharp(still).rotate().resize(MAX_PX, MAX_PX, size);
  writeFileSync(file, await small.jpeg({ quality: 90 }).toBuffer());
  return null;
}

async function overNetwork({ repository, commit, path }: Room): Promise<Buffer | null> {
  const place = path.split('/').map(encodeURIComponent).join('/');
  const url = `https://raw.githubusercontent.com/${repository}/${commit}/${place}`;
  const reply = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null);
  return reply?.ok ? Buffer.from(await reply.arrayBuffer()) : null;
}

function ofClone(dir: string, { repository, commit, path }: Room): Buffer | null {
  const clone = join(dir, repository.replace('/', '+'));
  const { status, stdout } = spawnSync('git', ['-C', clone, 'show', `${commit}:${path}`], {
    maxBuffer: MAX_FILE_BYTES,
  });
  return status === 0 ? stdout : null;
}

function frameOf(recording: Buffer, second: number): Buffer | null {
  const dir = mkdtempSync(join(tmpdir(), 'turnout-rooms-'));
  const file = join(dir, 'recording');
  writeFileSync(file, recording);
  const still = ['-frames:v', '1', '-f', 'image2', '-c:v', 'png', '-'];
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-ss', `${second}`, '-i', file, ...still],
    {
      maxBuffer: MAX_FILE_BYTES,
    },
  );
  rmSync(dir, { recursive: true });
  return stdout === null || stdout.length === 0 ? null : stdout;
}
