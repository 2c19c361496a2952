/**
 * Two stages of one account, as infra/README.md suggests: both receive the events of MediaConvert and IVS, which know
 * no stages, on the account's bus. The handlers of each stage run against one emulator of each service.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateRecordingConfigurationCommand, GetChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { ListJobsCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createEventPattern } from '../../infra/function-spec.ts';
import { jobFunctions } from '../../infra/jobs.ts';
import { createTables, startDynamo } from '../../infra/local/dynamo/dynamo.ts';
import { LocalEventBus, startEventBridge } from '../../infra/local/eventbridge/eventbridge.ts';
import { startIvs } from '../../infra/local/ivs/ivs.ts';
import { startMediaConvert } from '../../infra/local/mediaconvert/mediaconvert.ts';
import { startS3 } from '../../infra/local/s3/s3.ts';
import { createServiceEvent, type ServiceEvent } from '../../infra/local/wire/service-event.ts';
import { resourcePrefix } from '../../infra/names.ts';
import { tables } from '../../infra/tables.ts';
import { createTemporaryFolder } from '../support/dedicated-platform.ts';
import { eventually } from '../support/eventually.ts';
import { makeClip } from '../support/media.ts';

const stages = ['staging', 'prod'] as const;
type Stage = (typeof stages)[number];
type Handler = (event: ServiceEvent) => Promise<void>;

const dataDir = createTemporaryFolder();
const bus = new LocalEventBus({ retryDelays: [] });
const running: { close(): Promise<unknown> }[] = [bus];
afterAll(() => Promise.all(running.map((service) => service.close())));

const bucketName = (stage: Stage, bucket: string) => `cantera-${stage}-${bucket}`;
const buckets = ['uploads', 'media', 'recordings', 'catalogue'] as const;

/** The handlers of a process read its environment: one stage at a time. */
let turn: Promise<unknown> = Promise.resolve();
function as<T>(stage: Stage, act: () => Promise<T>): Promise<T> {
  const result = turn.then(() => {
    process.env.STAGE = stage;
    process.env.TABLE_PREFIX = resourcePrefix(stage);
    for (const bucket of buckets) process.env[`${bucket.toUpperCase()}_BUCKET`] = bucketName(stage, bucket);
    return act();
  });
  turn = result.catch(() => undefined);
  return result;
}

/** Loads the modules once per stage, as each has its own functions. */
async function load(stage: Stage) {
  vi.resetModules();
  return as(stage, async () => ({
    uploads: await import('../../functions/jobs/uploads.ts'),
    media: await import('../../functions/jobs/media.ts'),
    live: await import('../../functions/jobs/live.ts'),
    broadcasts: await import('../../functions/jobs/broadcasts.ts'),
    sources: await import('../../functions/broadcast/live/create-source.ts'),
    rules: await import('../../functions/recordings/media/rules.ts'),
    ...(await import('../../functions/recordings/vods/store.ts')),
  }));
}

let modules: Record<Stage, Awaited<ReturnType<typeof load>>>;
/** Events by the stage and job that received them. */
let received: string[] = [];
let s3: Awaited<ReturnType<typeof startS3>>;
let mediaConvert: MediaConvertClient;

beforeAll(async () => {
  const start = async <T extends { close(): Promise<unknown> }>(service: Promise<T>): Promise<T> => {
    const up = await service;
    running.unshift(up);
    return up;
  };
  // S3 verifies signatures made with these credentials.
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
  });
  s3 = await start(startS3({ dataDir, onEvent: bus.put }));
  const store = { objectPath: s3.objectPath, putFile: s3.putFile };
  const dynamo = await start(startDynamo({ dataDir }));
  const encoder = await start(startMediaConvert({ dataDir, store, emit: bus.put }));
  const ivs = await start(startIvs({ dataDir, store, emit: bus.put, rtmpPort: 0, playbackPort: 0 }));
  const eventBridge = await start(startEventBridge({ bus }));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    AWS_ENDPOINT_URL_MEDIACONVERT: encoder.url,
    AWS_ENDPOINT_URL_IVS: ivs.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: eventBridge.url,
    MEDIACONVERT_ROLE_ARN: 'arn:aws:iam::000000000000:role/cantera-mediaconvert',
    MEDIA_ORIGIN: 'http://localhost',
    LOG_LEVEL: 'info',
  });
  mediaConvert = new MediaConvertClient({});
  for (const stage of stages) {
    const named = tables.map((table) => ({ ...table, name: resourcePrefix(stage) + table.name }));
    await createTables(dynamo.url, named);
    for (const bucket of buckets) await s3.createBucket(bucketName(stage, bucket), { events: true });
  }
  const configurations = ['first', 'second'].map(async () => {
    const made = await new IvsClient({}).send(
      new CreateRecordingConfigurationCommand({
        destinationConfiguration: { s3: { bucketName: bucketName('staging', 'recordings') } },
        thumbnailConfiguration: { recordingMode: 'INTERVAL', targetIntervalSeconds: 30, storage: ['LATEST'] },
      }),
    );
    return made.recordingConfiguration?.arn;
  });
  process.env.RECORDING_CONFIGURATION_ARNS = (await Promise.all(configurations)).join(',');
  modules = { staging: await load('staging'), prod: await load('prod') };
  for (const stage of stages) connect(stage);
});

/** Adds the event rules of a stage as its stack does; `hearsAll` removes the part that tells stages apart. */
function connect(stage: Stage, { hearsAll = false } = {}): void {
  const { uploads, media, live, broadcasts } = modules[stage];
  const handlers = { ...uploads, ...media, ...live, ...broadcasts } as unknown as Record<string, Handler>;
  for (const { name, on, handler } of jobFunctions) {
    const call = handlers[handler];
    if (!('source' in on) || !call) continue;
    const toBucketName = (bucket: string) => bucketName(stage, bucket);
    const { detailType, source, ...pattern } = createEventPattern({ on }, { stage, toBucketName }) ?? {
      detailType: [],
    };
    const shown = { source: source ?? [], 'detail-type': detailType };
    const isShared = hearsAll && on.bucket === undefined;
    bus.addRule(
      isShared ? shown : { ...shown, ...pattern },
      (event) => {
        received.push(`${stage} ${name}`);
        return as(stage, () => call(event));
      },
      `${stage} ${name}`,
    );
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  received = [];
});

async function upload(stage: Stage): Promise<string> {
  const { vods, rules } = modules[stage];
  const id = ulid();
  const key = `vods/${id}/source.mp4`;
  const film = await makeClip(join(dataDir, `${id}.mp4`), { seconds: 2, size: '320x180' });
  const vod = {
    ...rules.createMediaFields({ bucket: 'uploads', key }, (await readFile(film)).length),
    id,
    title: `Partido de ${stage}`,
    summary: '',
    sport: 'SOCCER' as const,
    sportEventId: null,
    clubIds: [],
    visible: false,
    renderOrder: null,
    dateCreated: new Date().toISOString(),
    uploadId: null,
  };
  await as(stage, () => vods.create(vod));
  await s3.putFile(bucketName(stage, 'uploads'), key, film, { contentType: 'video/mp4' });
  const detail = { bucket: { name: bucketName(stage, 'uploads') }, object: { key, size: vod.size } };
  bus.put(createServiceEvent('aws.s3', 'Object Created', '', detail));
  return id;
}

/** Encodes a film of each stage at the same time; returns the ids of the videos. */
async function encodeBoth() {
  const ids = await Promise.all(stages.map(upload));
  const readStates = () =>
    Promise.all(
      stages.map((stage, at) => as(stage, async () => (await modules[stage].vods.get(ids[at] ?? ''))?.status)),
    );
  const states = await eventually(readStates, (now) =>
    now.every((status) => status === 'FINISHED' || status === 'FAILED'),
  );
  expect(states).toEqual(['FINISHED', 'FINISHED']);
  // A packed source plays, and so is finished, before its encoding is.
  const readJobs = async () => {
    const { Jobs = [] } = await mediaConvert.send(new ListJobsCommand({}));
    return ids.map((id) => Jobs.filter(({ UserMetadata }) => UserMetadata?.id === id));
  };
  const jobs = await eventually(readJobs, (now) =>
    now.flat().every(({ Status }) => Status === 'COMPLETE' || Status === 'ERROR'),
  );
  await bus.idle();
  return jobs;
}

test('encodings of two stages end, and each stage handles its own', async () => {
  const jobs = await encodeBoth();
  const described = jobs.map((ofVideo) => ofVideo.map(({ Status, UserMetadata }) => [Status, UserMetadata?.stage]));
  expect(described).toEqual(stages.map((stage) => [['COMPLETE', stage]]));
});

test('a failed recording counts for the alarm of its own stage only', async () => {
  const { sources } = modules.staging;
  const camera = await as('staging', () =>
    sources.createSource({ ...sources.createSourceItem('camera', 'pista-1', Date.now()) }),
  );
  const { channel } = await new IvsClient({}).send(new GetChannelCommand({ arn: camera.channelArn }));
  expect(channel).toMatchObject({ name: expect.stringMatching(/^cantera-staging-/), tags: { stage: 'staging' } });
  const failure = createServiceEvent('aws.ivs', 'IVS Recording State Change', camera.channelArn, {
    channel_name: channel?.name,
    stream_id: 'st-1',
    recording_status: 'Recording Start Failure',
    recording_s3_bucket_name: '',
    recording_s3_key_prefix: '',
    recording_duration_ms: 0,
  });
  expect(await listAlarms(failure)).toEqual(['staging']);
  expect(received).toEqual(['staging recording-state']);
});

test('a handler that receives events of the other stage leaves its encodings and recordings alone', async () => {
  for (const stage of stages) connect(stage, { hearsAll: true });
  const jobs = await encodeBoth();
  expect(jobs.map((ofVideo) => ofVideo.map(({ Status }) => Status))).toEqual([['COMPLETE'], ['COMPLETE']]);
  expect(received).toContain('prod transcode-state');
  const failure = createServiceEvent('aws.ivs', 'IVS Recording State Change', 'arn:aws:ivs:eu-west-1:0:channel/other', {
    channel_name: 'somebody-else',
    stream_id: 'st-2',
    recording_status: 'Recording End Failure',
    recording_s3_bucket_name: '',
    recording_s3_key_prefix: '',
    recording_duration_ms: 0,
  });
  expect(await listAlarms(failure)).toEqual([]);
});

/** Stages that count a failed recording after the event. */
async function listAlarms(event: ServiceEvent): Promise<string[]> {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  received = [];
  bus.put(event);
  await bus.idle();
  return lines.flatMap((line) => (line.includes('"RecordingsFailed":') ? [JSON.parse(line).stage as string] : []));
}
