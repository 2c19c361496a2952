/** Selection of ffmpeg, and the npm package's ffmpeg on a machine without another one. */
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import {
  FfmpegError,
  findFfmpeg,
  listWorkingFfmpegs,
  parseProbe,
  runFfmpeg,
} from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { startRtmp } from '../../../infra/local/ivs/rtmp/rtmp.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = createTemporaryFolder();
afterEach(() => {
  vi.unstubAllEnvs();
});

function program(name: string, lines: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the packaged ffmpeg works, and pushes to an address with a name as well as to one in numbers',
  async () => {
    // FFMPEG_PATH would take precedence.
    vi.stubEnv('FFMPEG_PATH', '');
    const packaged = (await listWorkingFfmpegs()).find(({ name }) => name === 'packaged');
    expect(packaged).toBeDefined();
    let published = 0;
    const publish = () => {
      published += 1;
    };
    const server = await startRtmp({ port: 0, authorise: async () => publish });
    try {
      for (const address of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
        const film = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1', '-c:v', 'libx264'];
        await promisify(execFile)(packaged?.path ?? '', [...film, '-f', 'flv', `${address}/live/sk_any`]);
      }
    } finally {
      await server.close();
    }
    expect(published).toBe(2);
  },
);

test.each([
  ['crashes', 'kill -SEGV $$', /was killed by SIGSEGV/],
  ['cannot encode H.264', 'echo "Unknown encoder libx264" >&2; exit 8', /ended with 8: Unknown encoder libx264/],
  ['writes no output', 'exit 0', /no output/],
])('rejects an ffmpeg that %s, with the reason', async (_, lines, reason) => {
  vi.stubEnv('FFMPEG_PATH', program('other', lines));
  await expect(findFfmpeg()).rejects.toThrow(reason);
  expect((await listWorkingFfmpegs()).map(({ name }) => name)).not.toContain('named');
});

test('names the installation command where no ffmpeg exists', async () => {
  vi.stubEnv('FFMPEG_PATH', join(folder, 'nowhere'));
  await expect(findFfmpeg()).rejects.toThrow(/FFMPEG_PATH is .*nowhere, which does not work: not found/);
  vi.stubEnv('FFMPEG_PATH', '');
  vi.stubEnv('PATH', folder);
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  try {
    await expect(findFfmpeg()).rejects.toThrow(/system: not found.*brew install ffmpeg$/);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

test('distinguishes a crash of ffmpeg from an invalid file', async () => {
  const real = await findFfmpeg();
  const path = program(
    'ffmpeg',
    `case "$*" in *fatal*) echo "one word" >&2; kill -SEGV $$;; esac\nexec '${real}' "$@"`,
  );
  vi.resetModules();
  vi.stubEnv('FFMPEG_PATH', path);
  const other = await import('../../../infra/local/ffmpeg/ffmpeg.ts');
  await expect(other.runFfmpeg(['-i', 'fatal.mp4'])).rejects.toMatchObject({
    reason: 'killed',
    message: expect.stringMatching(/one word.*was killed by SIGSEGV/),
  });
  await expect(runFfmpeg(['-i', join(folder, 'nothing.mp4')])).rejects.toMatchObject({ reason: 'exit' });
  await expect(runFfmpeg(['-i', join(folder, 'nothing.mp4')])).rejects.toBeInstanceOf(FfmpegError);
});

test('parses the output of `ffmpeg -i` of old and new builds', () => {
  const old = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'p.mp4':
  Duration: 01:02:03.50, start: 0.000000, bitrate: 2032 kb/s
    Stream #0:0(und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc), 3840x2160 [SAR 1:1 DAR 16:9], 1953 kb/s, 29.97 fps, 30 tbr, 90k tbn (default)
    Metadata:
      rotate          : 270
    Stream #0:1: Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, 5.1, fltp, 69 kb/s
    Stream #0:2: Video: mjpeg, yuvj420p, 300x300, 90k tbr, 90k tbn (attached pic)`;
  expect(parseProbe(old)).toMatchObject({
    duration: 3723.5,
    video: {
      codec: 'hevc',
      profile: 'Main 10',
      pixelFormat: 'yuv420p10le',
      width: 3840,
      height: 2160,
      rotation: 270,
      fps: 29.97,
    },
    audio: { codec: 'aac', sampleRate: 44_100, channels: 6 },
  });
  const cover = `Input #0, mp3, from 'a.mp3':
  Duration: 00:03:00.00, start: 0, bitrate: 128 kb/s
  Stream #0:0: Audio: mp3, 44100 Hz, stereo, fltp, 128 kb/s
  Stream #0:1: Video: mjpeg (Baseline), yuvj420p(pc), 600x600 [SAR 1:1 DAR 1:1], 90k tbr, 90k tbn (attached pic)`;
  expect(parseProbe(cover).video).toBeUndefined();
});
