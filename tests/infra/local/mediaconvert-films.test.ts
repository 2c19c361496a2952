/** The MediaConvert emulator with real ffmpeg: renditions, colours, rates and turned films. */
import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateJobCommand, ProbeCommand } from '@aws-sdk/client-mediaconvert';
import { expect, test, vi } from 'vitest';
import { createJobSettings } from '../../../functions/recordings/media/job-settings.ts';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { makeClip } from '../../support/media.ts';
import {
  buildCaptures,
  buildJob,
  buildRendition,
  client,
  clips,
  events,
  finish,
  key,
  keyUrl,
  listNames,
  makeLongClip,
  readObject,
  store,
  transcode,
  upload,
} from './mediaconvert-service.ts';

test('[B-CAM-23] adds bars to a recording that changes orientation if a job sets both sides', async () => {
  const folder = 'ivs/turned/media/hls';
  const pieces = { 'wide.ts': '160x90', 'tall.ts': '90x160' };
  for (const [name, size] of Object.entries(pieces)) {
    const path = join(clips, name);
    const white = ['-vf', 'drawbox=color=white:t=fill', '-f', 'mpegts'];
    await makeClip(path, {
      seconds: 2,
      size,
      output: name === 'tall.ts' ? [...white, '-output_ts_offset', '2'] : white,
    });
    await store.putFile('recordings', `${folder}/180p/${name}`, path, { contentType: 'video/MP2T' });
  }
  const playlists = {
    'master.m3u8': ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=160x90', '180p/playlist.m3u8'],
    '180p/playlist.m3u8': [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:2',
      '#EXTINF:2.0,',
      'wide.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:2.0,',
      'tall.ts',
      '#EXT-X-ENDLIST',
    ],
  };
  for (const [name, lines] of Object.entries(playlists)) {
    const path = join(clips, 'playlist.m3u8');
    await writeFile(path, `${lines.join('\n')}\n`);
    await store.putFile('recordings', `${folder}/${name}`, path, { contentType: 'application/x-mpegURL' });
  }
  const file = `s3://recordings/${folder}/master.m3u8`;
  const outputs = [buildRendition(90, '_90p', { Width: 160, Height: 90 })];
  const { Status } = await transcode(file, {
    prefix: 'turned',
    outputs,
    groups: [buildCaptures('s3://media/turned/seek', 90, 1)],
  });
  expect(Status).toBe('COMPLETE');
  const segment = join(clips, 'turned.ts');
  await writeFile(segment, await decryptSegment('turned/index_90p'));
  const grey = join(clips, 'turned.gray');
  const picture = ['-ss', '3', '-i', segment, '-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', '-y', grey];
  await runFfmpeg(['-loglevel', 'error', ...picture]);
  const row = (await readFile(grey)).subarray(45 * 160, 46 * 160);
  const whites = [...row].filter((value) => value > 128).length;
  expect([(row[5] ?? 255) < 20, whites > 46 && whites < 56]).toEqual([true, true]);
  expect((await listNames('turned')).filter((name) => name.startsWith('seek'))).toHaveLength(4);
});

test('[D-CLIP-4] converts the summary of a film in wide colours to BT.709, its title card too', async () => {
  const path = join(clips, 'hlg.mp4');
  const colours = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
  const green = ['-vf', 'drawbox=color=green:t=fill', '-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-tag:v', 'hvc1'];
  const tags = ['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'];
  await makeClip(path, { seconds: 2, size: '320x180', output: [...green, ...colours, ...tags] });
  const source = await upload('hlg.mp4', path);
  const card = join(clips, 'card.png');
  await runFfmpeg(['-f', 'lavfi', '-i', 'color=c=0xc80000:s=1280x720', '-frames:v', '1', '-y', card]);
  await store.putFile('media', 'card.png', card, { contentType: 'image/png' });
  const settings = createJobSettings({
    kind: 'clips',
    id: 'S',
    generation: 'G',
    key,
    source,
    mediaBucket: 'media',
    mediaOrigin: 'https://media.test',
    info: { width: 320, height: 180, duration: 2, hasAudio: true, framesPerSecond: 25, hasWideColour: true },
    cut: {
      start: 0,
      seconds: 5,
      poster: 4,
      crest: null,
      summary: { card: 'card.png', parts: [{ start: 0, seconds: 2 }] },
    },
  });
  const { Job } = await client.send(new CreateJobCommand({ ...buildJob(source, { prefix: 'x' }), Settings: settings }));
  expect((await finish(Job?.Id)).Status).toBe('COMPLETE');
  const mp4 = store.objectPath('media', 'clips/S/G/clip.mp4') ?? '';
  expect((await probe(mp4)).video?.colour).toEqual({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' });
  const readColourAt = async (second: number) => {
    const raw = join(clips, 'colour.rgb');
    const mean = 'zscale=m=gbr:r=full,format=gbrp,scale=1:1:flags=area,format=rgb24';
    const frame = ['-ss', String(second), '-i', mp4, '-frames:v', '1', '-vf', mean, '-f', 'rawvideo', '-y', raw];
    await runFfmpeg(['-loglevel', 'error', ...frame]);
    return [...(await readFile(raw))];
  };
  const isNear = (colour: number[], wanted: number[]) =>
    colour.every((channel, index) => Math.abs(channel - (wanted[index] ?? 0)) <= 12);
  const [shown, played] = [await readColourAt(1), await readColourAt(4)];
  // The film's green by the usual tone mapping.
  expect([shown, isNear(shown, [200, 0, 0]), played, isNear(played, [0, 118, 0])]).toEqual([shown, true, played, true]);
});

async function decryptSegment(name: string): Promise<Buffer> {
  const vector = /IV=0x(\w+)/.exec((await readObject(`${name}.m3u8`)).toString())?.[1] ?? '';
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key, 'hex'), Buffer.from(vector, 'hex'));
  return Buffer.concat([decipher.update(await readObject(`${name}_00001.ts`)), decipher.final()]);
}

test('keeps wide colours unless a job asks to convert them, and rejects outputs that ask differently', async () => {
  const path = join(clips, 'wide.mp4');
  const tags = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
  await makeClip(path, { seconds: 1, size: '160x90', output: tags });
  const file = await upload('wide.mp4', path);
  const { ProbeResults } = await client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
  expect(ProbeResults?.[0]?.Container?.Tracks?.[0]?.VideoProperties).toMatchObject({
    ColorPrimaries: 'ITU_2020',
    TransferCharacteristics: 'ARIB_B67',
  });
  const { Status } = await transcode(file, { prefix: 'wide', outputs: [buildRendition(90, '_90p')] });
  expect(Status).toBe('COMPLETE');
  const segment = join(clips, 'wide.ts');
  await writeFile(segment, await decryptSegment('wide/index_90p'));
  expect((await probe(segment)).video?.colour).toMatchObject({ transfer: 'arib-std-b67' });

  const job = buildJob(file, { prefix: 'wide', groups: [buildCaptures('s3://media/wide/poster', 90, 1)] });
  const [output] = job.Settings?.OutputGroups?.[0]?.Outputs ?? [];
  Object.assign(output?.VideoDescription ?? {}, {
    VideoPreprocessors: { ColorCorrector: { ColorSpaceConversion: 'FORCE_709' } },
  });
  await expect(client.send(new CreateJobCommand(job))).rejects.toThrow(/all outputs must ask for the same/);
});

test('[V-PLAY-9] halves the rate of a rendition that asks for it, with key frames at the same seconds', async () => {
  const path = join(clips, 'fast.mp4');
  await makeClip(path, { seconds: 8, size: '320x180', rate: 50 });
  const small = buildRendition(90, '_90p');
  Object.assign(small.VideoDescription.CodecSettings.H264Settings, {
    FramerateControl: 'SPECIFIED',
    FramerateNumerator: 25,
    FramerateDenominator: 1,
  });
  const { Status } = await transcode(await upload('fast.mp4', path), {
    prefix: 'fast',
    outputs: [buildRendition(180, '_180p'), small],
  });
  expect(Status).toBe('COMPLETE');
  const [index, ...playlists] = await Promise.all(
    ['index', 'index_180p', 'index_90p'].map(async (name) => (await readObject(`fast/${name}.m3u8`)).toString()),
  );
  expect(index?.match(/FRAME-RATE=[\d.]+/g)).toEqual(['FRAME-RATE=50.000', 'FRAME-RATE=25.000']);
  const [large, half] = playlists.map((playlist) => playlist.match(/#EXTINF:[\d.]+/g));
  expect(half).toEqual(large);
  const segment = join(clips, 'half.ts');
  await writeFile(segment, await decryptSegment('fast/index_90p'));
  expect((await probe(segment)).video?.fps).toBeCloseTo(25, 1);
});

test('[V-PLAY-9] encodes a recording to encrypted HLS in three sizes, a poster and sprites', async () => {
  // The preset of other tests, ultrafast, has no profile HIGH.
  vi.stubEnv('FFMPEG_PRESET', 'superfast');
  const file = await upload('a.mp4', join(clips, 'plain.mp4'));
  const job = await transcode(file, {
    prefix: 'vods/v1/g1',
    outputs: [buildRendition(360, '_360p'), buildRendition(240, '_240p'), buildRendition(120, '_120p')],
    groups: [
      buildCaptures('s3://media/vods/v1/g1/poster', 720, 3, 2),
      buildCaptures('s3://media/vods/v1/g1/seek', 90, 2),
    ],
  });
  expect(job).toMatchObject({ Status: 'COMPLETE', UserMetadata: { vod: 'v1' } });

  expect((await readObject('vods/v1/g1/index.m3u8')).toString()).toMatch(
    /BANDWIDTH=\d{5,},AVERAGE-BANDWIDTH=\d{5,},RESOLUTION=640x360,FRAME-RATE=25.000,CODECS="avc1.64001e,mp4a.40.2"\nindex_360p.m3u8/,
  );
  const playlist = (await readObject('vods/v1/g1/index_360p.m3u8')).toString();
  expect(playlist).toContain(`#EXT-X-KEY:METHOD=AES-128,URI="${keyUrl}",IV=0x`);
  const iv = /,IV=0x([\da-f]{32}),KEYFORMAT="identity"/.exec(playlist)?.[1] ?? '';
  expect(playlist).toContain('#EXTINF:6.000000,\nindex_360p_00001.ts');
  expect(playlist).toContain('#EXTINF:2.000000,\nindex_360p_00002.ts\n#EXT-X-ENDLIST');

  const segment = await readObject('vods/v1/g1/index_360p_00001.ts');
  expect([0, 188, 376].map((at) => segment[at])).not.toEqual([0x47, 0x47, 0x47]);
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key, 'hex'), Buffer.from(iv, 'hex'));
  const clear = Buffer.concat([decipher.update(segment), decipher.final()]);
  expect([clear[0], clear[188], clear[376]]).toEqual([0x47, 0x47, 0x47]);
  await writeFile(join(clips, 'clear.ts'), clear);
  expect(await probe(join(clips, 'clear.ts'))).toMatchObject({
    video: { codec: 'h264', profile: 'High' },
    audio: { codec: 'aac' },
  });

  // One capture every 2 s from the first frame on; the poster's last capture is at 3 s.
  const files = await listNames('vods/v1/g1');
  expect(files.filter((name) => name.startsWith('seek'))).toEqual([0, 1, 2, 3].map((n) => `seek.000000${n}.jpg`));
  expect(files.filter((name) => name.startsWith('poster'))).toEqual(['poster.0000000.jpg', 'poster.0000001.jpg']);
  expect(files.some((name) => name.includes('key'))).toBe(false);

  expect(events.map(({ detail }) => detail.status).filter((status) => status !== 'STATUS_UPDATE')).toEqual([
    'PROGRESSING',
    'COMPLETE',
  ]);
  expect(events.at(-1)).toMatchObject({
    source: 'aws.mediaconvert',
    'detail-type': 'MediaConvert Job State Change',
    resources: [job.Arn],
    detail: {
      jobId: job.Id,
      status: 'COMPLETE',
      userMetadata: { vod: 'v1' },
      outputGroupDetails: [
        {
          type: 'HLS_GROUP',
          playlistFilePaths: ['s3://media/vods/v1/g1/index.m3u8'],
          outputDetails: [{ durationInMs: 8000, videoDetails: { widthInPx: 640, heightInPx: 360 } }, {}, {}],
        },
        { type: 'FILE_GROUP', outputDetails: [{ outputFilePaths: ['s3://media/vods/v1/g1/poster.0000001.jpg'] }] },
        { type: 'FILE_GROUP', outputDetails: [{ outputFilePaths: ['s3://media/vods/v1/g1/seek.0000003.jpg'] }] },
      ],
    },
  });
});

test.runIf(process.platform === 'linux')(
  '[V-PLAY-9] uses no more memory however far apart a recording’s captures are',
  async () => {
    const file = await upload('long.mp4', await makeLongClip());
    const peaks: number[] = [];
    const watch = setInterval(() => peaks.push(measureFfmpegMemory()), 20);
    const job = await transcode(file, {
      prefix: 'long',
      groups: [buildCaptures('s3://media/long/poster', 720, 20, 2), buildCaptures('s3://media/long/seek', 90, 30)],
    });
    clearInterval(watch);
    expect(job.Status).toBe('COMPLETE');
    expect((await listNames('long')).filter((name) => name.endsWith('.jpg'))).toHaveLength(4);
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
