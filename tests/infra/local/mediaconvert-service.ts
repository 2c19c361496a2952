/** The MediaConvert emulator for the tests of a file, with a storage and a clip: builds jobs and waits for their end. */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CreateJobCommandInput, Job, OutputGroup } from '@aws-sdk/client-mediaconvert';
import { CreateJobCommand, GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { afterAll, afterEach, vi } from 'vitest';
import { startMediaConvert } from '../../../infra/local/mediaconvert/mediaconvert.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { eventually } from '../../support/eventually.ts';
import { makeClip } from '../../support/media.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'mediaconvert-'));
export const clips = await mkdtemp(join(tmpdir(), 'clips-'));
export const store = await startS3({ dataDir });
export const events: ServiceEvent[] = [];
export let service: Emulator;
export let client: MediaConvertClient;

export async function start() {
  service = await startMediaConvert({ dataDir, store, emit: (event) => events.push(event) });
  client = new MediaConvertClient({
    endpoint: service.url,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

for (const bucket of ['uploads', 'recordings', 'media']) await store.createBucket(bucket);
await makeClip(join(clips, 'plain.mp4'), { seconds: 8 });
await start();

/** Credentials that the SDK requires. */
export const awsEnvironment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

afterEach(() => {
  vi.unstubAllEnvs();
  events.length = 0;
});

afterAll(async () => {
  await service.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  await rm(clips, { recursive: true, force: true });
});

export const key = '00112233445566778899aabbccddeeff';
export const keyUrl = 'https://media.cantera.test/vods/1/hls/1.key';

export const buildRendition = (
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

export const buildCaptures = (
  destination: string,
  height: number,
  everySeconds: number,
  maxCaptures?: number,
): OutputGroup => ({
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
  outputs?: ReturnType<typeof buildRendition>[];
  groups?: OutputGroup[];
}

export const buildJob = (
  file: string,
  { prefix, outputs = [buildRendition(360, '_360p')], groups = [] }: JobShape,
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

export async function upload(name: string, path: string): Promise<string> {
  const copy = join(clips, `${name}.upload`);
  await copyFile(path, copy);
  await store.putFile('uploads', name, copy, { contentType: 'video/mp4' });
  return `s3://uploads/${name}`;
}

export async function finish(id: string | undefined): Promise<Job> {
  return eventually(async () => {
    const { Job } = await client.send(new GetJobCommand({ Id: id }));
    return Job && !['SUBMITTED', 'PROGRESSING'].includes(Job.Status ?? '') ? Job : undefined;
  });
}

export async function transcode(file: string, shape: JobShape): Promise<Job> {
  const { Job } = await client.send(new CreateJobCommand(buildJob(file, shape)));
  return finish(Job?.Id);
}

export const readObject = async (objectKey: string) => {
  const path = store.objectPath('media', objectKey);
  if (!path) throw new Error(`No object ${objectKey}`);
  return readFile(path);
};

export const listNames = async (prefix: string) =>
  (await readdir(dirname(store.objectPath('media', `${prefix}/index.m3u8`) ?? ''))).sort();

/** A film of a minute, which all tests share. */
let longClip: Promise<string> | undefined;
export function makeLongClip(): Promise<string> {
  longClip ??= makeClip(join(clips, 'long.mp4'), { seconds: 60 });
  return longClip;
}
