/**
 * The image: Debian's builder for images (buildah, which needs no daemon) carries out the Dockerfile over a bare Debian, and
 * what it made runs with a root that cannot be written, as the image's user, until its own health check is content.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { command, works } from '../release/command.ts';
import { ffmpegIn } from '../release/no-ffmpeg.ts';
import { pristineTree, until } from './debian-tree.ts';

/** 650 MB, the limit of the image. */
const MAX_IMAGE_BYTES = 650e6;
const HEALTHY_WITHIN_MS = 120_000;
const PORT = 28_080;

/** What the images `-slim` of Debian lack next to what debootstrap makes. */
const NOT_IN_SLIM = ['usr/share/{doc,info,locale,man}/*', 'var/cache/apt/*', 'var/lib/apt/lists/*'];

/** The part of an image's description that is used here. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** One line for each thing that was shown; throws at the first that was not. */
export async function checkImage(file: string, version: string): Promise<string[]> {
  const store = resolve('.release/images');
  const place = ['--root', store, '--runroot', `${store}-run`, '--storage-driver', 'vfs'];
  const buildah = (...words: string[]) =>
    command('buildah', [...place, ...words], { env: { BUILDAH_ISOLATION: 'chroot' } });
  rmSync(store, { recursive: true, force: true });
  try {
    const base = buildah('from', 'scratch');
    const root = buildah('mount', base);
    cpSync(pristineTree({ suite: 'trixie', arch: 'amd64' }), root, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.includes('/dev/'),
    });
    command('bash', ['-c', `cd "$0" && rm -rf ${NOT_IN_SLIM.join(' ')}`, root]);
    buildah('commit', '--rm', '--quiet', base, 'docker.io/library/debian:trixie-slim');
    const built = ['--build-arg', `VERSION=${version}`, '--tag', 'turnout'];
    const recipe = ['-f', 'deploy/Dockerfile', dirname(file)];
    buildah('build-using-dockerfile', '--pull-never', '--format=docker', ...built, ...recipe);
    const [image] = JSON.parse(buildah('images', '--json', 'turnout')) as [{ size: string }];
    const sizes = `${image.size}, ${basename(file)} unpacked over Debian`;
    if (parseFloat(image.size) * 1e6 > MAX_IMAGE_BYTES)
      throw new Error(`image too large: ${sizes}`);
    const described = JSON.parse(buildah('inspect', '--type=image', 'turnout'));
    const config: ImageConfig = described.Docker.config;
    const inside = buildah('mount', buildah('from', '--pull-never', 'turnout'));
    const found = ffmpegIn(inside);
    if (found.length > 0) throw new Error(`the image contains FFmpeg: ${found.join(', ')}`);
    const seconds = await runReadOnly(inside, config);
    return [
      `image: the Dockerfile builds: ${sizes}`,
      `image: user ${config.User}, root read-only: its health check is content after ${seconds} s`,
    ];
  } finally {
    works('buildah', [...place, 'rm', '--all']);
    rmSync(store, { recursive: true, force: true });
    rmSync(`${store}-run`, { recursive: true, force: true });
  }
}

/** Seconds until the image's health check was content. */
async function runReadOnly(root: string, config: ImageConfig): Promise<number> {
  // Its own port may be taken on this computer.
  const env = [...config.Env.filter((pair) => !pair.startsWith('PORT=')), `PORT=${PORT}`];
  const variables = ['env', '-i', ...env];
  const as = ['chroot', `--userspec=${config.User}`, root];
  // As a container manager: the root read-only, the data and the temporary folder not.
  const mounts = `mount --bind ${root} ${root} && mount --bind ${root}/data ${root}/data &&
    mount -t tmpfs tmpfs ${root}/tmp && mount -t proc proc ${root}/proc &&
    mount -o remount,bind,ro ${root} && ! touch ${root}/opt/x 2>/dev/null && exec "$@"`;
  const start = performance.now();
  const words = [...config.Entrypoint, ...config.Cmd];
  const program = spawn(
    'unshare',
    ['--mount', 'sh', '-c', mounts, 'sh', ...variables, ...as, ...words],
    { stdio: 'ignore' },
  );
  const ended = once(program, 'exit');
  const [, ...probe] = config.Healthcheck.Test;
  try {
    return await until('a health check that is content', HEALTHY_WITHIN_MS, () =>
      works('env', [...variables.slice(1), ...as, ...probe])
        ? Math.round((performance.now() - start) / 1_000)
        : null,
    );
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}
