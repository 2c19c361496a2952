/** Selection of ffmpeg, and the npm package's ffmpeg on a machine without another one. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { FfmpegError, findFfmpeg, listWorkingFfmpegs, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { startRtmp } from '../../../infra/local/ivs/rtmp/rtmp.ts';

const folder = mkdtempSync(join(tmpdir(), 'cantera-ffmpeg-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
