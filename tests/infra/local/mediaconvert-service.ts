/** The MediaConvert emulator for the tests of a file, with a storage and a film: runs jobs that the product describes. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreateJobCommandInput, Job } from '@aws-sdk/client-mediaconvert';
import { CreateJobCommand, GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { afterAll, afterEach, vi } from 'vitest';
import { createJobSettings, type Encoding } from '../../../functions/recordings/media/job-settings.ts';
import { startMediaConvert } from '../../../infra/local/mediaconvert/mediaconvert.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { eventually } from '../../support/eventually.ts';
import { makeClip } from '../../support/media.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const dataDir = createTemporaryFolder();
export const films = createTemporaryFolder();
export const store = await startS3({ dataDir });
export const events: ServiceEvent[] = [];
export let service: Emulator;
export let client: MediaConvertClient;

export async function start() {
  service = await startMediaConvert({ dataDir, store, emit: (event) => events.push(event) });
  client = new MediaConvertClient(toClientOptions(service.url));
}

for (const bucket of ['uploads', 'recordings', 'media']) await store.createBucket(bucket);
await start();

afterEach(() => {
  vi.unstubAllEnvs();
  events.length = 0;
});

afterAll(async () => {
  await service.close();
  await store.close();
});

/** A film of 640 by 360 for eight seconds, as `describeJob` expects it. */
export const plain = await makeClip(join(films, 'plain.mp4'), { seconds: 8 });

export const key = '00112233445566778899aabbccddeeff';

type Description = Partial<Omit<Encoding, 'info'>> & { id: string; source: string; info?: Partial<Encoding['info']> };

/** Describes a job as the product does; its outputs are in `media/vods/<id>/g`. */
export const describeJob = ({ info, ...encoding }: Description): CreateJobCommandInput & { Settings: object } => ({
  Role: 'arn:aws:iam::000000000000:role/transcoder',
  ClientRequestToken: encoding.id,
  UserMetadata: { id: encoding.id },
  Tags: {},
  Priority: 0,
  StatusUpdateInterval: 'SECONDS_10',
  Settings: createJobSettings({
    kind: 'vods',
    generation: 'g',
    key,
    mediaBucket: 'media',
    mediaOrigin: 'https://media.test',
    info: { width: 640, height: 360, duration: 8, hasAudio: true, framesPerSecond: 25, ...info },
    ...encoding,
  }),
});

export async function upload(name: string, path: string): Promise<string> {
  const copy = join(films, `${name}.upload`);
  await copyFile(path, copy);
  await store.putFile('uploads', name, copy, { contentType: 'video/mp4' });
  return `s3://uploads/${name}`;
}

export const submit = async (job: CreateJobCommandInput) =>
  (await client.send(new CreateJobCommand(job))).Job?.Id ?? '';

export const readStatus = async (Id: string) => (await client.send(new GetJobCommand({ Id }))).Job?.Status;

export async function finish(Id: string): Promise<Job> {
  return eventually(async () => {
    const { Job } = await client.send(new GetJobCommand({ Id }));
    return Job && !['SUBMITTED', 'PROGRESSING'].includes(Job.Status ?? '') ? Job : undefined;
  });
}

export const transcode = async (description: Description): Promise<Job> =>
  finish(await submit(describeJob(description)));

export const readOutput = async (name: string) => readFile(store.objectPath('media', name) ?? `no ${name}`);

/** A film of a minute, which all tests share. */
let longFilm: Promise<string> | undefined;
export function makeLongFilm(): Promise<string> {
  longFilm ??= makeClip(join(films, 'long.mp4'), { seconds: 60 });
  return longFilm;
}
