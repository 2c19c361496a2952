/** The MediaConvert emulator with the real SDK client and real ffmpeg on tiny clips. */
import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CreateJobCommandInput, Job, OutputGroup } from '@aws-sdk/client-mediaconvert';
import {
  CancelJobCommand,
  CreateJobCommand,
  CreateQueueCommand,
  GetJobCommand,
  ListJobsCommand,
  MediaConvertClient,
  ProbeCommand,
} from '@aws-sdk/client-mediaconvert';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createJobSettings } from '../../../functions/recordings/media/job-settings.ts';
import { chooseLadder } from '../../../functions/recordings/media/renditions.ts';
import { parseProbe, probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { startMediaConvert } from '../../../infra/local/mediaconvert/mediaconvert.ts';
import type { LocalS3 } from '../../../infra/local/s3/s3.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { eventually } from '../../support/eventually.ts';
import { makeClip, rotateUpright } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';

let dataDir: string;
let clips: string;
let store: LocalS3;
let service: Emulator;
let client: MediaConvertClient;
let events: ServiceEvent[] = [];

async function start() {
  service = await startMediaConvert({ dataDir, store, emit: (event) => events.push(event) });
  client = new MediaConvertClient({
    endpoint: service.url,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mediaconvert-'));
  clips = await mkdtemp(join(tmpdir(), 'clips-'));
  store = await startS3({ dataDir });
  for (const bucket of ['uploads', 'recordings', 'media']) await store.createBucket(bucket);
  await makeClip(join(clips, 'plain.mp4'), { seconds: 8 });
  await start();
});

/** Credentials that the SDK requires. */
const somewhere = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

afterEach(() => {
  vi.unstubAllEnvs();
  events = [];
});

afterAll(async () => {
  await service.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  await rm(clips, { recursive: true, force: true });
});

const key = '00112233445566778899aabbccddeeff';
const keyUrl = 'https://media.cantera.test/vods/1/hls/1.key';

const rendition = (
  height: number,
  nameModifier: string,
  size: { Width?: number; Height: number } = { Height: height },
) => ({
  NameModifier: nameModifier,
  ContainerSettings: { Container: 'M3U8' as const },
  VideoDescription: {
    ...size,
    CodecSettings: {
      Codec: 'H_264' as const,
      H264Settings: {
        RateControlMode: 'QVBR' as const,
        QvbrSettings: { QvbrQualityLevel: 7 },
        MaxBitrate: 1_500_000,
        GopSize: 1,
        GopSizeUnits: 'SECONDS' as const,
        CodecProfile: 'HIGH' as const,
      },
    },
  },
  AudioDescriptions: [
    {
      CodecSettings: {
        Codec: 'AAC' as const,
        AacSettings: { Bitrate: 96_000, CodingMode: 'CODING_MODE_2_0' as const, SampleRate: 48_000 },
      },
    },
  ],
});

const captures = (destination: string, height: number, everySeconds: number, maxCaptures?: number): OutputGroup => ({
  OutputGroupSettings: { Type: 'FILE_GROUP_SETTINGS', FileGroupSettings: { Destination: destination } },
  Outputs: [
    {
      ContainerSettings: { Container: 'RAW' },
      VideoDescription: {
        Height: height,
        CodecSettings: {
          Codec: 'FRAME_CAPTURE',
          FrameCaptureSettings: {
            FramerateNumerator: 1,
            FramerateDenominator: everySeconds,
            MaxCaptures: maxCaptures,
            Quality: 70,
          },
        },
      },
    },
  ],
});

interface JobShape {
  prefix: string;
  outputs?: ReturnType<typeof rendition>[];
  groups?: OutputGroup[];
}

const buildJob = (
  file: string,
  { prefix, outputs = [rendition(360, '_360p')], groups = [] }: JobShape,
): CreateJobCommandInput => ({
  Role: 'arn:aws:iam::000000000000:role/transcoder',
  UserMetadata: { vod: 'v1' },
  Settings: {
    Inputs: [{ FileInput: file, VideoSelector: { Rotate: 'AUTO' }, TimecodeSource: 'ZEROBASED' }],
    OutputGroups: [
      {
        OutputGroupSettings: {
          Type: 'HLS_GROUP_SETTINGS',
          HlsGroupSettings: {
            Destination: `s3://media/${prefix}/index`,
            SegmentLength: 6,
            MinSegmentLength: 0,
            Encryption: {
              EncryptionMethod: 'AES128',
              Type: 'STATIC_KEY',
              InitializationVectorInManifest: 'INCLUDE',
              StaticKeyProvider: { StaticKeyValue: key, Url: keyUrl, KeyFormat: 'identity', KeyFormatVersions: '1' },
            },
          },
        },
        Outputs: outputs,
      },
      ...groups,
    ],
  },
});

async function upload(name: string, path: string): Promise<string> {
  const copy = join(clips, `${name}.upload`);
  await copyFile(path, copy);
  await store.putFile('uploads', name, copy, { contentType: 'video/mp4' });
  return `s3://uploads/${name}`;
}

async function finish(id: string | undefined): Promise<Job> {
  return eventually(async () => {
    const { Job } = await client.send(new GetJobCommand({ Id: id }));
    return Job && !['SUBMITTED', 'PROGRESSING'].includes(Job.Status ?? '') ? Job : undefined;
  });
}

async function transcode(file: string, shape: JobShape): Promise<Job> {
  const { Job } = await client.send(new CreateJobCommand(buildJob(file, shape)));
  return finish(Job?.Id);
}

const object = async (objectKey: string) => {
  const path = store.objectPath('media', objectKey);
  if (!path) throw new Error(`No object ${objectKey}`);
  return readFile(path);
};

const names = async (prefix: string) =>
  (await readdir(dirname(store.objectPath('media', `${prefix}/index.m3u8`) ?? ''))).sort();

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
      ...['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXTINF:2.0,', 'wide.ts', '#EXT-X-DISCONTINUITY', '#EXTINF:2.0,'],
      ...['tall.ts', '#EXT-X-ENDLIST'],
    ],
  };
  for (const [name, lines] of Object.entries(playlists)) {
    const path = join(clips, 'playlist.m3u8');
    await writeFile(path, `${lines.join('\n')}\n`);
    await store.putFile('recordings', `${folder}/${name}`, path, { contentType: 'application/x-mpegURL' });
  }
  const file = `s3://recordings/${folder}/master.m3u8`;
  const outputs = [rendition(90, '_90p', { Width: 160, Height: 90 })];
  const { Status } = await transcode(file, {
    prefix: 'turned',
    outputs,
    groups: [captures('s3://media/turned/seek', 90, 1)],
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
  expect((await names('turned')).filter((name) => name.startsWith('seek'))).toHaveLength(4);
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
    ...{
      kind: 'clips',
      id: 'S',
      generation: 'G',
      key,
      source,
      mediaBucket: 'media',
      mediaOrigin: 'https://media.test',
    },
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
  const vector = /IV=0x(\w+)/.exec((await object(`${name}.m3u8`)).toString())?.[1] ?? '';
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key, 'hex'), Buffer.from(vector, 'hex'));
  return Buffer.concat([decipher.update(await object(`${name}_00001.ts`)), decipher.final()]);
}

test('keeps wide colours unless a job asks to convert them, and rejects outputs that ask differently', async () => {
  const path = join(clips, 'wide.mp4');
  const tags = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
  await makeClip(path, { seconds: 1, size: '160x90', output: tags });
  const file = await upload('wide.mp4', path);
  const { ProbeResults } = await client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
  expect(ProbeResults?.[0]?.Container?.Tracks?.[0]?.VideoProperties).toMatchObject({
    ...{ ColorPrimaries: 'ITU_2020', TransferCharacteristics: 'ARIB_B67' },
  });
  const { Status } = await transcode(file, { prefix: 'wide', outputs: [rendition(90, '_90p')] });
  expect(Status).toBe('COMPLETE');
  const segment = join(clips, 'wide.ts');
  await writeFile(segment, await decryptSegment('wide/index_90p'));
  expect((await probe(segment)).video?.colour).toMatchObject({ transfer: 'arib-std-b67' });

  const job = buildJob(file, { prefix: 'wide', groups: [captures('s3://media/wide/poster', 90, 1)] });
  const [output] = job.Settings?.OutputGroups?.[0]?.Outputs ?? [];
  Object.assign(output?.VideoDescription ?? {}, {
    VideoPreprocessors: { ColorCorrector: { ColorSpaceConversion: 'FORCE_709' } },
  });
  await expect(client.send(new CreateJobCommand(job))).rejects.toThrow(/all outputs must ask for the same/);
});

test('[V-PLAY-9] halves the rate of a rendition that asks for it, with key frames at the same seconds', async () => {
  const path = join(clips, 'fast.mp4');
  await makeClip(path, { seconds: 8, size: '320x180', rate: 50 });
  const small = rendition(90, '_90p');
  Object.assign(small.VideoDescription.CodecSettings.H264Settings, {
    ...{ FramerateControl: 'SPECIFIED', FramerateNumerator: 25, FramerateDenominator: 1 },
  });
  const { Status } = await transcode(await upload('fast.mp4', path), {
    ...{ prefix: 'fast', outputs: [rendition(180, '_180p'), small] },
  });
  expect(Status).toBe('COMPLETE');
  const [index, ...playlists] = await Promise.all(
    ['index', 'index_180p', 'index_90p'].map(async (name) => (await object(`fast/${name}.m3u8`)).toString()),
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
    outputs: [rendition(360, '_360p'), rendition(240, '_240p'), rendition(120, '_120p')],
    groups: [captures('s3://media/vods/v1/g1/poster', 720, 3, 2), captures('s3://media/vods/v1/g1/seek', 90, 2)],
  });
  expect(job).toMatchObject({ Status: 'COMPLETE', UserMetadata: { vod: 'v1' } });

  expect((await object('vods/v1/g1/index.m3u8')).toString()).toMatch(
    /BANDWIDTH=\d{5,},AVERAGE-BANDWIDTH=\d{5,},RESOLUTION=640x360,FRAME-RATE=25.000,CODECS="avc1.64001e,mp4a.40.2"\nindex_360p.m3u8/,
  );
  const playlist = (await object('vods/v1/g1/index_360p.m3u8')).toString();
  expect(playlist).toContain(`#EXT-X-KEY:METHOD=AES-128,URI="${keyUrl}",IV=0x`);
  const iv = /,IV=0x([\da-f]{32}),KEYFORMAT="identity"/.exec(playlist)?.[1] ?? '';
  expect(playlist).toContain('#EXTINF:6.000000,\nindex_360p_00001.ts');
  expect(playlist).toContain('#EXTINF:2.000000,\nindex_360p_00002.ts\n#EXT-X-ENDLIST');

  const segment = await object('vods/v1/g1/index_360p_00001.ts');
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
  const files = await names('vods/v1/g1');
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
      groups: [captures('s3://media/long/poster', 720, 20, 2), captures('s3://media/long/seek', 90, 30)],
    });
    clearInterval(watch);
    expect(job.Status).toBe('COMPLETE');
    expect((await names('long')).filter((name) => name.endsWith('.jpg'))).toHaveLength(4);
    // A frame of this size takes 0.3 MB: buffering those between two captures would exceed this.
    expect(Math.max(...peaks)).toBeLessThan(200);
  },
);

/** A film of a minute, which all tests share. */
let longClip: Promise<string> | undefined;
function makeLongClip(): Promise<string> {
  longClip ??= makeClip(join(clips, 'long.mp4'), { seconds: 60 });
  return longClip;
}

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

describe('odd recordings', () => {
  test('rotates portrait videos of phones', async () => {
    const turned = await makeClip(join(clips, 'turned.mp4'), { seconds: 2 });
    await rotateUpright(turned);
    const job = await transcode(await upload('p.mp4', turned), {
      prefix: 'portrait',
      groups: [captures('s3://media/portrait/poster', 426, 5, 1)],
    });
    expect(job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.VideoDetails).toEqual({ WidthInPx: 202, HeightInPx: 360 });
    const poster = await probe(store.objectPath('media', 'portrait/poster.0000000.jpg') ?? '', [
      '-i',
      store.objectPath('media', 'portrait/poster.0000000.jpg') ?? '',
    ]);
    expect(poster.video).toMatchObject({ width: 240, height: 426 });
  });

  test.runIf(isNightly)('[B-STATE-9] keeps all lines of a portrait recording from a phone', async () => {
    const turned = await makeClip(join(clips, 'upright.mp4'), { seconds: 1, size: '1280x720' });
    await rotateUpright(turned);
    const source = await upload('upright.mp4', turned);
    vi.stubEnv('AWS_ENDPOINT_URL_MEDIACONVERT', service.url);
    for (const [name, value] of Object.entries(somewhere)) vi.stubEnv(name, value);
    const { probeSource } = await import('../../../functions/platform/aws/transcoding.ts');
    const info = await probeSource(source);
    expect(info?.video).toEqual({ width: 720, height: 1280, framesPerSecond: 25 });
    expect(chooseLadder({ width: 720, height: 1280 })[0]).toMatchObject({ name: '720p', height: 1280 });
  });

  test('rejects a key URL that is not absolute', async () => {
    const file = await upload('key.mp4', join(clips, 'plain.mp4'));
    const job = JSON.stringify(buildJob(file, { prefix: 'key' })).replace(keyUrl, 'relative.key');
    await expect(client.send(new CreateJobCommand(JSON.parse(job)))).rejects.toThrow(/absolute URL/);
  });

  test.runIf(isNightly)('converts a variable frame rate to a constant one of the same duration', async () => {
    const varying = join(clips, 'vfr.mkv');
    await makeClip(join(clips, 'steady.mp4'), { seconds: 4, rate: 30 });
    // Half a second at full rate, then every third frame, with timestamps in milliseconds as from phones.
    const drop = "select='lt(t,0.5)+not(mod(n,3))'";
    await runFfmpeg(['-i', join(clips, 'steady.mp4'), '-vf', drop, '-c:v', 'libx264', '-preset', 'ultrafast', varying]);
    const job = await transcode(await upload('vfr.mkv', varying), { prefix: 'vfr' });
    expect(job.Status).toBe('COMPLETE');
    const duration = job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs ?? 0;
    expect(Math.abs(duration - 4000)).toBeLessThan(150);
  });

  test('encodes a silent video without audio in the master playlist', async () => {
    const file = await upload('mute.mp4', await makeClip(join(clips, 'mute.mp4'), { audio: false }));
    expect((await transcode(file, { prefix: 'mute' })).Status).toBe('COMPLETE');
    expect((await object('mute/index.m3u8')).toString()).toContain('CODECS="avc1.64001e"');
  });

  test('encodes an interrupted upload up to its end', async () => {
    const path = join(clips, 'cut.mp4');
    await copyFile(join(clips, 'plain.mp4'), path);
    await truncate(path, Math.round((await stat(path)).size * 0.6));
    const job = await transcode(await upload('cut.mp4', path), { prefix: 'cut' });
    const duration = job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs ?? 0;
    expect(job.Status).toBe('COMPLETE');
    expect(duration).toBeGreaterThan(2000);
    expect(duration).toBeLessThan(7000);
  });
});

describe('invalid files end in ERROR with a reason', () => {
  const bad: [name: string, make: (path: string) => Promise<unknown>, code: number, text: RegExp, exception: string][] =
    [
      ['an empty file', (path) => writeFile(path, ''), 1010, /No parser found for container/, 'BadRequestException'],
      [
        'a PDF called .mp4',
        (path) => writeFile(path, `%PDF-1.7\n${'x'.repeat(5000)}`),
        1010,
        /No parser found/,
        'BadRequestException',
      ],
      [
        'an MP4 without its index',
        async (path) => {
          await makeClip(`${path}.mp4`, { output: ['-movflags', '-faststart'] });
          await writeFile(path, (await readFile(`${path}.mp4`)).subarray(0, 20_000));
        },
        1075,
        /moov atom not found/,
        'UnprocessableEntityException',
      ],
      [
        'sound only',
        (path) => runFfmpeg(['-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'aac', '-f', 'mp4', path]),
        1040,
        /has no video/,
        '',
      ],
      [
        'a playlist called .mp4',
        (path) => writeFile(path, '#EXTM3U\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
        1010,
        /No parser/,
        'BadRequestException',
      ],
    ];
  test.for(bad)('%s', async ([name, make, code, text, exception]) => {
    const path = join(clips, name.replaceAll(/\W/g, '-'));
    await make(path);
    const file = await upload(`${name}.mp4`, path);
    const job = await transcode(file, { prefix: 'bad' });
    expect(job).toMatchObject({ Status: 'ERROR', ErrorCode: code, ErrorMessage: expect.stringMatching(text) });
    expect(events.at(-1)?.detail).toMatchObject({
      status: 'ERROR',
      errorCode: code,
      errorMessage: expect.stringMatching(text),
    });
    expect(store.objectPath('media', 'bad/index.m3u8')).toBeUndefined();
    const probed = client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
    if (exception) await expect(probed).rejects.toMatchObject({ name: exception });
    else
      expect((await probed).ProbeResults?.[0]?.Container?.Tracks).toMatchObject([{ TrackType: 'audio', Codec: 'AAC' }]);
  });

  test('a playlist that references files outside its folder', async () => {
    for (const [index, line] of [
      '../../secret.ts',
      'file:///etc/passwd',
      'http://127.0.0.1/x.ts',
      '/etc/hosts',
    ].entries()) {
      const path = join(clips, `evil-${index}`);
      await writeFile(path, `#EXTM3U\n#EXTINF:5,\n${line}\n#EXT-X-ENDLIST\n`);
      const job = await transcode(await upload(`evil-${index}.m3u8`, path), { prefix: 'evil' });
      expect(job).toMatchObject({
        Status: 'ERROR',
        ErrorCode: 1010,
        ErrorMessage: expect.stringContaining('names files outside'),
      });
    }
  });

  test('a missing file', async () => {
    expect(await transcode('s3://uploads/none.mp4', { prefix: 'none' })).toMatchObject({
      Status: 'ERROR',
      ErrorCode: 1404,
    });
  });
});

test('accepts a live recording (HLS) as input', async () => {
  const folder = await mkdtemp(join(clips, 'hls-'));
  const hls = ['-c', 'copy', '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', join(folder, 'playlist.m3u8')];
  await runFfmpeg(['-i', join(clips, 'plain.mp4'), '-t', '4', ...hls]);
  await writeFile(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\n360p25/playlist.m3u8\n');
  for (const name of await readdir(folder)) {
    const target = name === 'master.m3u8' ? name : `360p25/${name}`;
    await store.putFile('recordings', `ivs/media/hls/${target}`, join(folder, name), { contentType: 'video/MP2T' });
  }
  const job = await transcode('s3://recordings/ivs/media/hls/master.m3u8', { prefix: 'live' });
  expect(job.Status).toBe('COMPLETE');
  expect(job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs).toBeGreaterThan(3800);
});

test('Probe returns size, frame rate, audio and rotation', async () => {
  const file = await upload('probe.mp4', join(clips, 'plain.mp4'));
  const { ProbeResults } = await client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
  expect(ProbeResults?.[0]).toMatchObject({
    Container: {
      Format: 'mp4',
      Duration: expect.closeTo(8, 0),
      Tracks: [
        {
          Index: 1,
          TrackType: 'video',
          Codec: 'AVC',
          VideoProperties: { Width: 640, Height: 360, FrameRate: { Numerator: 25, Denominator: 1 } },
        },
        { Index: 2, TrackType: 'audio', Codec: 'AAC' },
      ],
    },
  });
});

test('returns the same job for a repeated ClientRequestToken, and a conflict for other settings', async () => {
  const file = await upload('token.mp4', join(clips, 'plain.mp4'));
  const request = { ...buildJob(file, { prefix: 'token' }), ClientRequestToken: 'once' };
  const [first, second] = [
    await client.send(new CreateJobCommand(request)),
    await client.send(new CreateJobCommand(request)),
  ];
  expect(second.Job?.Id).toBe(first.Job?.Id);
  const other = { ...buildJob(file, { prefix: 'other' }), ClientRequestToken: 'once' };
  await expect(client.send(new CreateJobCommand(other))).rejects.toMatchObject({ name: 'ConflictException' });
  await client.send(new CancelJobCommand({ Id: first.Job?.Id }));
});

test('repeats a job that a crash interrupted, replacing its outputs', async () => {
  const file = await upload('restart.mp4', join(clips, 'plain.mp4'));
  const { Job } = await client.send(
    new CreateJobCommand(buildJob(file, { prefix: 'restart', outputs: [rendition(720, '_720p')] })),
  );
  await eventually(
    async () => (await client.send(new GetJobCommand({ Id: Job?.Id }))).Job?.Status,
    (status) => status === 'PROGRESSING',
  );
  await service.close();
  expect(store.objectPath('media', 'restart/index.m3u8')).toBeUndefined();
  await start();
  expect(await finish(Job?.Id)).toMatchObject({ Status: 'COMPLETE', RetryCount: 1 });
  expect(store.objectPath('media', 'restart/index.m3u8')).toBeDefined();
});

test('cancels a running job without outputs; a finished one cannot be cancelled', async () => {
  const file = await upload('cancel.mp4', join(clips, 'plain.mp4'));
  const first = await client.send(
    new CreateJobCommand(buildJob(file, { prefix: 'cancel-a', outputs: [rendition(1080, '_1080p')] })),
  );
  const second = await client.send(new CreateJobCommand(buildJob(file, { prefix: 'cancel-b' })));
  expect(second.Job?.Status).toBe('SUBMITTED');
  await client.send(new CancelJobCommand({ Id: first.Job?.Id }));
  expect(await finish(first.Job?.Id)).toMatchObject({ Status: 'CANCELED' });
  expect(await finish(second.Job?.Id)).toMatchObject({ Status: 'COMPLETE' });
  expect(store.objectPath('media', 'cancel-a/index.m3u8')).toBeUndefined();
  await expect(client.send(new CancelJobCommand({ Id: second.Job?.Id }))).rejects.toMatchObject({
    name: 'ConflictException',
  });
  const listed = await client.send(new ListJobsCommand({}));
  expect(listed.Jobs?.slice(0, 2).map(({ Id }) => Id)).toEqual([second.Job?.Id, first.Job?.Id]);
  await expect(client.send(new ListJobsCommand({ Status: 'CANCELED' }))).rejects.toThrow(/status is not supported/);
});

test('answers unknown calls and unsupported settings with errors that name them', async () => {
  const job = buildJob('s3://uploads/a.mp4', { prefix: 'x' });
  const dash = {
    ...job,
    Settings: {
      ...job.Settings,
      OutputGroups: [{ OutputGroupSettings: { Type: 'DASH_ISO_GROUP_SETTINGS' as const } }],
    },
  };
  await expect(client.send(new CreateJobCommand(dash))).rejects.toMatchObject({ name: 'BadRequestException' });
  const burned = structuredClone(job);
  Object.assign(burned.Settings?.OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription ?? {}, {
    VideoPreprocessors: { TimecodeBurnin: { FontSize: 10 } },
  });
  await expect(client.send(new CreateJobCommand(burned))).rejects.toThrow(/videoDescription.*videoPreprocessors/);
  await expect(client.send(new CreateQueueCommand({ Name: 'fast' }))).rejects.toThrow(/POST \/2017-08-29\/queues/);
  await expect(client.send(new GetJobCommand({ Id: 'none' }))).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(client.send(new CreateJobCommand({ ...job, Role: undefined }))).rejects.toMatchObject({
    name: 'BadRequestException',
  });
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

test('[D-CLIP-2] a short job of higher priority overtakes jobs of whole recordings', async () => {
  const long = await upload('long.mp4', await makeLongClip());
  const short = await upload('short.mp4', join(clips, 'plain.mp4'));
  const submit = async (file: string, prefix: string, Priority: number) =>
    (await client.send(new CreateJobCommand({ ...buildJob(file, { prefix }), Priority }))).Job?.Id;
  const [first, second] = [await submit(long, 'first', 0), await submit(long, 'second', 0)];
  const urgent = await finish(await submit(short, 'urgent', 10));
  expect([urgent.Status, urgent.Priority]).toEqual(['COMPLETE', 10]);
  const state = async (Id: string | undefined) => (await client.send(new GetJobCommand({ Id }))).Job?.Status;
  expect([await state(first), await state(second)]).toEqual(['PROGRESSING', 'SUBMITTED']);
  for (const Id of [second, first]) await client.send(new CancelJobCommand({ Id }));
  await expect(submit(short, 'wrong', 51)).rejects.toMatchObject({ name: 'BadRequestException' });
});
