/** Starts the emulators, and sets their endpoints for the SDK. */

import { mailEventsName } from '../names.ts';
import { tables } from '../tables.ts';
import { startCaptcha } from './captcha/captcha.ts';
import { startCloudWatch } from './cloudwatch/cloudwatch.ts';
import { startCognito } from './cognito/cognito.ts';
import type { LocalConfig } from './config.ts';
import { createTables, startDynamo } from './dynamo/dynamo.ts';
import { type LocalEventBus, startEventBridge } from './eventbridge/eventbridge.ts';
import { startIvs } from './ivs/ivs.ts';
import { startKeyValueStore } from './key-value-store/key-value-store.ts';
import { type Keys, prepareKeys } from './keys.ts';
import { startMediaConvert } from './mediaconvert/mediaconvert.ts';
import { buckets, queues, stage, tablePrefix } from './names.ts';
import { startPush } from './push/push.ts';
import type { RunningServices } from './running-services.ts';
import { startS3 } from './s3/s3.ts';
import { startSecrets } from './secrets/secrets.ts';
import { startMail } from './ses/ses.ts';
import { startSqs } from './sqs/sqs.ts';
import { startStripe } from './stripe/stripe.ts';
import { delayEvents, type FaultyService, readFaults, startFaultProxy } from './wire/faults.ts';
import type { Emulator } from './wire/http-server.ts';
import type { JsonFile } from './wire/json-file.ts';

interface ServiceOptions {
  config: LocalConfig;
  keys: JsonFile<Keys>;
  bus: LocalEventBus;
  /** Returns the address that receives Stripe's events; undefined until the API runs. */
  webhookUrl: () => string | undefined;
  playlistIntervalMs: number;
  keepsDatabase: boolean;
  edgeDelayMs: number;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

export async function startServices(
  running: RunningServices,
  { config, keys, bus, webhookUrl, playlistIntervalMs, keepsDatabase, edgeDelayMs }: ServiceOptions,
) {
  const { dataDir, ports, mailSandbox } = config;
  setCredentials();
  const faults = readFaults();
  const onEvent = faults?.events ? delayEvents(bus.put, faults) : bus.put;
  const s3 = await running.start(startS3({ dataDir, onEvent }));
  for (const [variable, bucket] of Object.entries(buckets)) {
    const events = variable === 'UPLOADS_BUCKET' || variable === 'RECORDINGS_BUCKET';
    const lock = variable === 'ANCHORS_BUCKET' && { isLocked: true };
    const cors = variable === 'UPLOADS_BUCKET' && { cors: uploadCors };
    await s3.createBucket(bucket, { events, ...cors, ...lock });
  }
  const dynamo = await running.start(startDynamo(keepsDatabase ? { dataDir } : {}));
  const cognito = await running.start(startCognito({ dataDir }));
  const secrets = await running.start(startSecrets({ dataDir }));
  const captcha = await running.start(startCaptcha());
  const stripe = await running.start(startStripe({ dataDir, port: ports.payments, webhookUrl }));
  const { ses, inbox } = await startMail({
    dataDir,
    configurationSet: mailEventsName(stage),
    emit: bus.put,
    inboxPort: ports.mail,
    ...(mailSandbox && { sandbox: mailSandbox }),
  });
  for (const service of [inbox, ses]) await running.start(Promise.resolve(service));
  const store = { objectPath: s3.objectPath, putFile: s3.putFile };
  const mediaConvert = await running.start(startMediaConvert({ dataDir, store, emit: bus.put }));
  const ivs = await running.start(
    startIvs({ dataDir, store, emit: bus.put, playlistIntervalMs, rtmpPort: ports.rtmp, playbackPort: ports.live }),
  );
  const cloudWatch = await running.start(startCloudWatch({ readIngest: ivs.readIngest }));
  const eventBridge = await running.start(startEventBridge({ bus }));
  const push = await running.start(startPush());
  const sqs = await running.start(startSqs({ queues }));
  const withdrawals = await running.start(startKeyValueStore({ dataDir, delayMs: edgeDelayMs }));
  const emulators: [FaultyService, Emulator][] = [
    ['EVENTBRIDGE', eventBridge],
    ['DYNAMODB', dynamo],
    ['S3', s3],
    ['COGNITO_IDENTITY_PROVIDER', cognito],
    ['SECRETS_MANAGER', secrets],
    ['SESV2', ses],
    ['SQS', sqs],
    ['MEDIACONVERT', mediaConvert],
    ['IVS', ivs],
    ['CLOUDWATCH', cloudWatch],
    ['CLOUDFRONT_KEYVALUESTORE', withdrawals],
  ];
  for (const [name, emulator] of emulators) setEndpoint(name, emulator);
  await createTables(
    dynamo.url,
    tables.map((table) => ({ ...table, name: tablePrefix + table.name })),
  );
  await prepareKeys(keys, buckets.RECORDINGS_BUCKET);
  // Calls fail only from here on: on AWS, the stacks do the preparation above.
  const injectFaults = async (name: FaultyService, service: Emulator): Promise<Emulator> =>
    faults ? running.start(startFaultProxy(name, service, faults)) : service;
  for (const [name, emulator] of emulators) setEndpoint(name, await injectFaults(name, emulator));
  const { url: stripeUrl } = await injectFaults('STRIPE', stripe);
  return { s3, dynamo, captcha, stripe, stripeUrl, inbox, ivs, push, sqs, withdrawals };
}

/** Browsers upload parts directly to the bucket and read their ETags. */
const uploadCors = { allowedMethods: ['PUT'], exposedHeaders: ['ETag'] };

/** The SDK requires credentials and a region; the S3 emulator verifies the signatures made with them. */
function setCredentials(): void {
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local-secret';
  process.env.AWS_REGION ??= 'eu-west-1';
}

/**
 * The SDK puts the account's id before the host of the key value store, which must therefore be a name, not an IP
 * address.
 */
function setEndpoint(service: string, { url }: { url: string }): void {
  const needsName = service === 'CLOUDFRONT_KEYVALUESTORE';
  process.env[`AWS_ENDPOINT_URL_${service}`] = needsName ? url.replace('127.0.0.1', 'localhost') : url;
}
