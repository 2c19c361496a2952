/** Films through the MediaConvert emulator with real ffmpeg: the files of a recording, colours, rates, turned phones. */
import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { makeClip } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import {
  events,
  films,
  key,
  makeLongFilm,
  plain,
  readOutput,
  store,
  transcode,
  upload,
} from './mediaconvert-service.ts';

const listNames = async (folder: string) =>
  (await readdir(dirname(store.objectPath('media', `${folder}/index.m3u8`) ?? ''))).sort();

/** Decrypts the first segment of a rendition into a file. */
async function decrypt(rendition: string): Promise<string> {
  const vector = /IV=0x(\w{32}),KEYFORMAT="identity"/.exec((await readOutput(`${rendition}.m3u8`)).toString())?.[1];
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key, 'hex'), Buffer.from(vector ?? '', 'hex'));
  const path = join(films, 'clear.ts');
  await writeFile(path, Buffer.concat([decipher.update(await readOutput(`${rendition}_00001.ts`)), decipher.final()]));
  return path;
}

/** Draws the frame of a second as raw bytes of `format`. */
async function readFrame(film: string, second: number, filters: string, format: string): Promise<Buffer> {
  const path = join(films, 'frame.raw');
  const frame = ['-i', film, '-ss', String(second), '-frames:v', '1', '-vf', filters, '-pix_fmt', format];
  await runFfmpeg(['-loglevel', 'error', ...frame, '-f', 'rawvideo', path]);
  return readFile(path);
}

test('[V-PLAY-9] encodes a recording to encrypted HLS, a poster and sprites', async () => {
  // The preset of other tests, ultrafast, has no profile HIGH.
  vi.stubEnv('FFMPEG_PRESET', 'superfast');
  const job = await transcode({ id: 'A', source: await upload('a.mp4', plain) });
  expect(job).toMatchObject({ Status: 'COMPLETE', UserMetadata: { id: 'A' } });
  expect(job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs).toBe(8000);

  expect((await readOutput('vods/A/g/index.m3u8')).toString()).toMatch(
    /BANDWIDTH=\d{5,},AVERAGE-BANDWIDTH=\d{5,},RESOLUTION=640x360,FRAME-RATE=25.000,CODECS="avc1.64001e,mp4a.40.2"\nindex_360p.m3u8\n.*RESOLUTION=480x270/,
  );
  const playlist = (await readOutput('vods/A/g/index_360p.m3u8')).toString();
  expect(playlist).toContain('#EXT-X-KEY:METHOD=AES-128,URI="https://media.test/vods/A/hls/g.key",IV=0x');
  expect(playlist.match(/^[^#].*|#EXTINF.*|#EXT-X-ENDLIST/gm)).toEqual([
    '#EXTINF:4.000000,',
    'index_360p_00001.ts',
    '#EXTINF:4.000000,',
    'index_360p_00002.ts',
    '#EXT-X-ENDLIST',
  ]);
  expect((await readOutput('vods/A/g/index_360p_00001.ts')).subarray(0, 189)).not.toMatchObject({ 0: 0x47, 188: 0x47 });
  expect(await probe(await decrypt('vods/A/g/index_360p'))).toMatchObject({
    video: { codec: 'h264', profile: 'High' },
    audio: { codec: 'aac' },
  });

  // Sprites every 5 s and a poster every 2 s, from the first frame on.
  expect((await listNames('vods/A/g')).filter((name) => !name.startsWith('index'))).toEqual([
    'sprite.0000000.jpg',
    'sprite.0000001.jpg',
  ]);
  const posters = [0, 1, 2, 3, 4].map((at) => store.objectPath('media', `thumbnails/vods/A/g.000000${at}.jpg`));
  expect(posters.map(Boolean)).toEqual([true, true, true, true, false]);

  const states = events.filter(({ detail }) => detail.status !== 'STATUS_UPDATE');
  expect(states.map(({ detail }) => detail.status)).toEqual(['PROGRESSING', 'COMPLETE']);
  expect(states[1]).toMatchObject({
    source: 'aws.mediaconvert',
    'detail-type': 'MediaConvert Job State Change',
    resources: [job.Arn],
    detail: { jobId: job.Id, userMetadata: { id: 'A' } },
  });
});

test('[B-CAM-23] adds bars to a recording that changes orientation, and keeps its sound', async () => {
  const folder = 'ivs/turned/media/hls/180p';
  for (const [name, size, start] of [
    ['wide.ts', '160x90', 0],
    ['tall.ts', '90x160', 2],
  ] as const) {
    const output = ['-vf', 'drawbox=color=white:t=fill', '-f', 'mpegts', '-output_ts_offset', String(start)];
    const path = await makeClip(join(films, name), { seconds: 2, size, output });
    await store.putFile('recordings', `${folder}/${name}`, path, { contentType: 'video/MP2T' });
  }
  const segments = '#EXTINF:2.0,\nwide.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:2.0,\ntall.ts\n';
  const playlists = {
    [folder.replace('180p', 'master.m3u8')]:
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=160x90\n180p/playlist.m3u8\n',
    [`${folder}/playlist.m3u8`]: `#EXT-X-TARGETDURATION:2\n${segments}#EXT-X-ENDLIST\n`,
  };
  for (const [name, text] of Object.entries(playlists)) {
    const path = join(films, 'playlist.m3u8');
    await writeFile(path, `#EXTM3U\n${text}`);
    await store.putFile('recordings', name, path, { contentType: 'application/x-mpegURL' });
  }
  const job = await transcode({
    id: 'turned',
    source: 's3://recordings/ivs/turned/media/hls/master.m3u8',
    info: { width: 160, height: 90, duration: 4, canChangeSize: true },
  });
  expect(job.Status).toBe('COMPLETE');
  const film = await decrypt('vods/turned/g/index_90p');
  const frame = await readFrame(film, 3, 'null', 'gray');
  const row = frame.subarray(45 * 160, 46 * 160);
  const whites = [...row].filter((value) => value > 128).length;
  expect([(row[5] ?? 255) < 20, whites > 46 && whites < 56]).toEqual([true, true]);
  const log = await runFfmpeg(['-i', film, '-af', 'silencedetect=d=0.2', '-f', 'null', '-']);
  expect(log).not.toContain('silence_start');
});

test('[D-CLIP-4] converts the summary of a film in wide colours to BT.709, its title card too, and other jobs’ not', async () => {
  const colours = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
  const green = ['-vf', 'drawbox=color=green:t=fill', '-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-tag:v', 'hvc1'];
  const tags = ['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'];
  const output = [...green, ...colours, ...tags];
  const source = await upload(
    'hlg.mp4',
    await makeClip(join(films, 'hlg.mp4'), { seconds: 2, size: '320x180', output }),
  );
  const card = join(films, 'card.png');
  await runFfmpeg(['-f', 'lavfi', '-i', 'color=c=0xc80000:s=1280x720', '-frames:v', '1', card]);
  await store.putFile('media', 'card.png', card, { contentType: 'image/png' });
  const info = { width: 320, height: 180, duration: 2 };
  const summary = { card: 'card.png', parts: [{ start: 0, seconds: 2 }] };
  const job = await transcode({
    kind: 'clips',
    id: 'S',
    source,
    info: { ...info, hasWideColour: true },
    cut: { start: 0, seconds: 5, poster: 4, crest: null, summary },
  });
  expect(job).toMatchObject({
    Status: 'COMPLETE',
    OutputGroupDetails: [{ OutputDetails: [{ DurationInMs: 5000 }] }, {}],
  });
  const mp4 = store.objectPath('media', 'clips/S/g/clip.mp4') ?? '';
  expect((await probe(mp4)).video?.colour).toEqual({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' });
  const mean = 'zscale=m=gbr:r=full,format=gbrp,scale=1:1:flags=area';
  const differ = (colour: Buffer, wanted: number[]) =>
    wanted.filter((channel, at) => Math.abs(channel - (colour[at] ?? 0)) > 12);
  expect(differ(await readFrame(mp4, 1, mean, 'rgb24'), [200, 0, 0])).toEqual([]);
  // The film's green by the usual tone mapping.
  expect(differ(await readFrame(mp4, 4, mean, 'rgb24'), [0, 118, 0])).toEqual([]);

  expect((await transcode({ id: 'wide', source, info })).Status).toBe('COMPLETE');
  const kept = await probe(await decrypt('vods/wide/g/index_180p'));
  expect(kept.video?.colour).toMatchObject({ transfer: 'arib-std-b67' });
});

test('[V-PLAY-9] halves the rate of small renditions of a fast source, with key frames at the same seconds', async () => {
  const path = await makeClip(join(films, 'fast.mp4'), { seconds: 8, size: '640x480', rate: 50 });
  const info = { height: 480, framesPerSecond: 50 };
  expect((await transcode({ id: 'fast', source: await upload('fast.mp4', path), info })).Status).toBe('COMPLETE');
  const [index, ...playlists] = await Promise.all(
    ['index', 'index_480p', 'index_360p'].map(async (name) =>
      (await readOutput(`vods/fast/g/${name}.m3u8`)).toString(),
    ),
  );
  expect(index?.match(/FRAME-RATE=[\d.]+/g)).toEqual(['50', '25', '25'].map((rate) => `FRAME-RATE=${rate}.000`));
  const [large, half] = playlists.map((playlist) => playlist.match(/#EXTINF:[\d.]+/g));
  expect(half).toEqual(large);
  expect((await probe(await decrypt('vods/fast/g/index_360p'))).video?.fps).toBeCloseTo(25, 1);
});

test('names no codec of sound for a silent film', async () => {
  const path = await makeClip(join(films, 'mute.mp4'), { audio: false });
  await transcode({ id: 'mute', source: await upload('mute.mp4', path), info: { hasAudio: false } });
  expect((await readOutput('vods/mute/g/index.m3u8')).toString()).toContain('CODECS="avc1.64001e"');
});

test('encodes an interrupted upload up to its end', async () => {
  const path = join(films, 'cut.mp4');
  await copyFile(plain, path);
  await truncate(path, Math.round((await stat(path)).size * 0.6));
  const job = await transcode({ id: 'cut', source: await upload('cut.mp4', path) });
  const duration = job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs ?? 0;
  expect(job.Status).toBe('COMPLETE');
  expect(duration).toBeGreaterThan(2000);
  expect(duration).toBeLessThan(7000);
});

test.runIf(isNightly && process.platform === 'linux')(
  '[V-PLAY-9] uses no more memory however far apart a recording’s captures are',
  async () => {
    const peaks: number[] = [];
    const watch = setInterval(() => peaks.push(measureFfmpegMemory()), 20);
    // The captures of a recording of five hours: sprites every 30 s, posters every 20 s.
    const job = await transcode({
      id: 'long',
      source: await upload('long.mp4', await makeLongFilm()),
      info: { duration: 18_000 },
    });
    clearInterval(watch);
    expect(job.Status).toBe('COMPLETE');
    expect((await listNames('vods/long/g')).filter((name) => name.endsWith('.jpg'))).toHaveLength(2);
    // A frame of this size takes 0.3 MB: buffering those between two captures would exceed this.
    expect(Math.max(...peaks)).toBeLessThan(200);
  },
);

/** Measures the peak memory of the running ffmpeg children, in MB. */
function measureFfmpegMemory(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const peaks = children.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return /^Name:\s*ffmpeg/m.test(status) ? Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024 : 0;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...peaks);
}
