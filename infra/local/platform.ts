/**
 * The local platform in one process: starts all emulators, points the SDK at them, and connects functions, routes and
 * events as the stacks do. Tests start separate platforms on free ports.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { usualLastDay } from '../../shared/domain/season.ts';
import { apiCors } from '../api-cors.ts';
import { createResponseHeaders, mediaBehaviours, webBehaviours } from '../cdn.ts';
import { consumesQueue, createEventPattern, type FunctionSpec, listRoutes } from '../function-spec.ts';
import { allFunctions, apiFunctions, fallbackFunction } from '../functions.ts';
import type { BucketName } from '../grants.ts';
import { jobFunctions } from '../jobs.ts';
import { queueName } from '../names.ts';
import { tables } from '../tables.ts';
import { type GatewayRoute, type HttpHandler, startGateway } from './api-gateway/api-gateway.ts';
import { captchaSiteKey, startCaptcha } from './captcha/captcha.ts';
import { startCdn } from './cloudfront/cloudfront.ts';
import { startCloudWatch } from './cloudwatch/cloudwatch.ts';
import { startCognito, userPoolClientId, userPoolId } from './cognito/cognito.ts';
import { type LocalConfig, root } from './config.ts';
import { createTables, startDynamo } from './dynamo/dynamo.ts';
import { LocalEventBus, startEventBridge } from './eventbridge/eventbridge.ts';
import { startIvs } from './ivs/ivs.ts';
import { startKeyValueStore } from './key-value-store/key-value-store.ts';
import { createKeys, type Keys, prepareKeys, secretNames } from './keys.ts';
import { enforceGrants, invoke, type LambdaHandler } from './lambda/lambda.ts';
import { startMediaConvert } from './mediaconvert/mediaconvert.ts';
import { startPush } from './push/push.ts';
import { startS3 } from './s3/s3.ts';
import { startSecrets } from './secrets/secrets.ts';
import { startMail } from './ses/ses.ts';
import { shareEnvironment } from './shared-environment.ts';
import { type LocalQueues, type QueueEvent, startSqs } from './sqs/sqs.ts';
import { startStripe } from './stripe/stripe.ts';
import { releaseFiles } from './web-build.ts';
import { type FaultyService, readFaults, startFaultProxy } from './wire/faults.ts';
import type { Emulator } from './wire/http-server.ts';
import { JsonFile } from './wire/json-file.ts';
import type { ServiceEvent } from './wire/service-event.ts';

export interface Platform {
  addresses: Record<'web' | 'api' | 'media' | 'mail' | 'payments' | 'captcha' | 'push' | 'rtmp', string>;
  bus: LocalEventBus;
  /** Resolves with the reason when an essential service exits unexpectedly. */
  crashed: Promise<Error>;
  /** Shows a notice over every page; an empty one ends it. */
  announce: (notice: string) => void;
  close(): Promise<void>;
}

interface PlatformOptions {
  config: LocalConfig;
  /** Folder of the built web app; without one only the API runs. */
  webFolder?: string;
  /** Length of a schedule's minute in milliseconds; tests shorten it. */
  minuteMs?: number;
  /** Milliseconds between updates of a recording's playlists; defaults to half a minute. */
  playlistIntervalMs?: number;
  /** Keeps tables on disk across restarts, the default; in memory, writes take half the time. */
  keepsDatabase?: boolean;
  /** Folder of deployment bundles to run instead of the functions' sources. */
  bundles?: string;
  /** Lets both hosts cache responses like CloudFront; off in tests, which need changes to appear at once. */
  cachesAtEdge?: boolean;
  /** Milliseconds until the edge reads a withdrawal. */
  edgeDelayMs?: number;
}

const toBucketName = (bucket: BucketName) => `cantera-local-${bucket}`;

const buckets = {
  UPLOADS_BUCKET: toBucketName('uploads'),
  MEDIA_BUCKET: toBucketName('media'),
  RECORDINGS_BUCKET: toBucketName('recordings'),
  CATALOGUE_BUCKET: toBucketName('catalogue'),
  WEB_BUCKET: toBucketName('web'),
};

export async function startPlatform({
  config,
  webFolder,
  minuteMs = 60_000,
  playlistIntervalMs = minuteMs / 2,
  keepsDatabase = true,
  bundles,
  cachesAtEdge = false,
  edgeDelayMs = 0,
}: PlatformOptions): Promise<Platform> {
  const { dataDir, ports, mailSandbox, analyticsId = '', livePlayer = 'hls' } = config;
  const { cameraTime = 'avisar', imageRights = 'avisar', liveDelivery = 'IVS', broadcastEncoding = 'ALWAYS' } = config;
  const running: { close(): Promise<void> }[] = [];
  const start = async <T extends { close(): Promise<void> }>(service: Promise<T>): Promise<T> => {
    const up = await service;
    running.unshift(up);
    return up;
  };
  /** Files of the web host that change while it runs. */
  const webFiles: Record<string, string> = {};
  let gatewayUrl: string | undefined;
  try {
    setCredentials();
    enforceGrants(allFunctions);
    const keys = new JsonFile<Keys>(join(dataDir, 'keys.json'), createKeys());
    await keys.save();
    const bus = new LocalEventBus();
    running.unshift(bus);
    // Emulators emit events at start for work that a crash interrupted; the rules do not exist yet.
    bus.pause();

    const s3 = await start(startS3({ dataDir, onEvent: bus.put }));
    for (const [variable, bucket] of Object.entries(buckets)) {
      const events = variable === 'UPLOADS_BUCKET' || variable === 'RECORDINGS_BUCKET';
      await s3.createBucket(bucket, { events, cors: [uploadCors] });
    }
    const dynamo = await start(startDynamo(keepsDatabase ? { dataDir } : {}));
    const cognito = await start(startCognito({ dataDir }));
    const secrets = await start(startSecrets({ dataDir }));
    const captcha = await start(startCaptcha());
    const stripe = await start(
      startStripe({
        dataDir,
        port: ports.payments,
        webhookUrl: () => (gatewayUrl ? `${gatewayUrl}/payments/stripe/webhook` : undefined),
      }),
    );
    const mail = await startMail({ dataDir, inboxPort: ports.mail, ...(mailSandbox && { sandbox: mailSandbox }) });
    running.unshift(mail.ses, mail.inbox);
    const store = { objectPath: s3.objectPath, putFile: s3.putFile };
    const mediaConvert = await start(startMediaConvert({ dataDir, store, emit: bus.put }));
    const ivs = await start(
      startIvs({
        ...{ dataDir, store, emit: bus.put, rtmpPort: ports.rtmp, playbackPort: ports.live },
        playlistIntervalMs: playlistIntervalMs,
      }),
    );
    const cloudWatch = await start(startCloudWatch({ ingest: ivs.ingest }));
    const eventBridge = await start(startEventBridge({ bus }));
    const push = await start(startPush());
    const sqs = await start(startSqs({ queues: [alertsQueue] }));
    const withdrawals = await start(startKeyValueStore({ dataDir, delayMs: edgeDelayMs }));
    const services = {
      EVENTBRIDGE: eventBridge,
      DYNAMODB: dynamo,
      S3: s3,
      COGNITO_IDENTITY_PROVIDER: cognito,
      SECRETS_MANAGER: secrets,
      SESV2: mail.ses,
      SQS: sqs,
      MEDIACONVERT: mediaConvert,
      IVS: ivs,
      CLOUDWATCH: cloudWatch,
      CLOUDFRONT_KEYVALUESTORE: withdrawals,
    };
    const all = Object.entries(services) as [FaultyService, Emulator][];
    for (const [name, service] of all) setEndpoint(name, service);
    await createTables(
      dynamo.url,
      tables.map((table) => ({ ...table, name: tablePrefix + table.name })),
    );
    await prepareKeys(keys, buckets.RECORDINGS_BUCKET);
    // Fault injection starts only now: on AWS the stacks do the preparation above.
    const faults = readFaults();
    const injectFaults = async (name: FaultyService, service: Emulator) =>
      faults ? await start(startFaultProxy(name, service, faults)) : service;
    for (const [name, service] of all) setEndpoint(name, await injectFaults(name, service));

    // Must precede loading the functions: some throw at import without their configuration.
    process.env.EDGE_KEY ??= randomUUID();
    Object.assign(process.env, {
      STAGE: stage,
      TABLE_PREFIX: tablePrefix,
      USER_POOL_ID: userPoolId,
      USER_POOL_CLIENT_ID: userPoolClientId,
      ...buckets,
      EMAIL_FROM: 'Cantera TV <hola@cantera.test>',
      CONTACT_ADDRESSES: 'equipos@cantera.test',
      ALERTS_QUEUE_URL: `${process.env.AWS_ENDPOINT_URL_SQS}${sqs.toPath(alertsQueue)}`,
      ...secretNames,
      WITHDRAWALS_STORE_ARN: withdrawals.arn,
      PUSH_ORIGIN: push.url,
      STRIPE_API_URL: (await injectFaults('STRIPE', stripe)).url,
      PRICE_EVENT_CENTS: '199',
      PRICE_MONTHLY_CENTS: '699',
      SEASON_LAST_DAY: usualLastDay,
      CAMERA_TIME: cameraTime,
      IMAGE_RIGHTS: imageRights,
      LIVE_DELIVERY: liveDelivery,
      BROADCAST_ENCODING: broadcastEncoding,
      CAPTCHA_VERIFY_URL: `${captcha.url}/recaptcha/api/siteverify`,
      MEDIACONVERT_ROLE_ARN: 'arn:aws:iam::000000000000:role/cantera-local-mediaconvert',
      RECORDING_CONFIGURATION_ARNS: keys.value.recordingConfigurationArns?.join(','),
      STREAM_SERVER: `rtmp://127.0.0.1:${ivs.rtmpPort}/live`,
    });
    const gateway = await start(startGateway({ port: ports.api, routes: await loadRoutes(bundles), cors: apiCors }));
    gatewayUrl = gateway.url;
    const live = [ivs.playbackUrl];
    const addresses = {
      media: '',
      uploads: process.env.AWS_ENDPOINT_URL_S3 ?? s3.url,
      live,
      captcha: [toLocalhostUrl(captcha)],
      analytics: analyticsId !== '',
      https: false,
    };
    const media = await start(
      startCdn({
        port: ports.media,
        behaviours: mediaBehaviours,
        origins: {
          api: {
            ...{ type: 'http', url: gateway.url },
            headers: { 'cantera-edge-key': String(process.env.EDGE_KEY), 'cantera-edge-host': 'media' },
          },
          media: { type: 'bucket', bucket: buckets.MEDIA_BUCKET, store: s3 },
          recordings: { type: 'bucket', bucket: buckets.RECORDINGS_BUCKET, store: s3 },
        },
        headers: createResponseHeaders(addresses),
        cachesResponses: cachesAtEdge,
        withdrawals: withdrawals.edge,
        trustedKeys: [{ keyPairId: keys.value.cloudFrontKeyId, publicKeyPem: keys.value.cloudFrontPublicKey }],
      }),
    );
    const mediaOrigin = toLocalhostUrl(media);
    process.env.MEDIA_ORIGIN = mediaOrigin;
    await connectJobs({ bus, sqs, minuteMs }, bundles);
    bus.resume();

    if (webFolder) await releaseFiles(webFolder, s3, buckets.WEB_BUCKET);
    const webConfig = createWebConfig(toLocalhostUrl(captcha), analyticsId, livePlayer);
    const announce = (notice: string) => {
      webFiles['/config.json'] = JSON.stringify({ ...webConfig, notice });
    };
    announce('');
    const web = webFolder
      ? await start(
          startCdn({
            port: ports.web,
            behaviours: webBehaviours,
            origins: {
              api: { type: 'http', url: gateway.url },
              web: {
                type: 'folder',
                path: webFolder,
                files: webFiles,
              },
            },
            headers: createResponseHeaders({ ...addresses, media: mediaOrigin }),
            cachesResponses: cachesAtEdge,
          }),
        )
      : undefined;
    process.env.WEB_ORIGIN = web ? toLocalhostUrl(web) : toLocalhostUrl(gateway);
    running.push(await shareEnvironment(dataDir));
    return {
      addresses: {
        web: web ? toLocalhostUrl(web) : '',
        api: toLocalhostUrl(gateway),
        media: mediaOrigin,
        mail: toLocalhostUrl(mail.inbox),
        payments: toLocalhostUrl(stripe),
        captcha: toLocalhostUrl(captcha),
        push: push.url,
        rtmp: `rtmp://127.0.0.1:${ivs.rtmpPort}/live`,
      },
      bus,
      crashed: dynamo.crashed,
      announce,
      close: () => closeAll(running),
    };
  } catch (error) {
    await closeAll(running);
    throw error;
  }
}

const stage = 'local';
const tablePrefix = `cantera-${stage}-`;
const alertsQueue = queueName(stage, 'alerts');
/** Browsers upload parts directly to the bucket and read their ETags. */
const uploadCors = { allowedOrigins: ['*'], allowedMethods: ['PUT'], allowedHeaders: ['*'], exposedHeaders: ['ETag'] };

/** The SDK requires credentials and a region; the S3 emulator verifies signatures made with them. */
function setCredentials(): void {
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local-secret';
  process.env.AWS_REGION ??= 'eu-west-1';
}

/** The SDK puts the account in front of the store's host, which takes a name. */
function setEndpoint(service: string, { url }: { url: string }): void {
  const isNamed = service === 'CLOUDFRONT_KEYVALUESTORE';
  process.env[`AWS_ENDPOINT_URL_${service}`] = isNamed ? url.replace('127.0.0.1', 'localhost') : url;
}

/** Loads a function's handler from its source or from its bundle (infra/build.ts). */
async function loadHandler<Handler>({ name, entry, handler }: FunctionSpec, bundles?: string): Promise<Handler> {
  const path = bundles ? join(bundles, name, 'index.mjs') : join(root, entry);
  const module = (await import(path)) as Record<string, Handler>;
  const exported = module[bundles ? 'handler' : handler];
  if (!exported) throw new Error(`${entry} exports no ${handler}`);
  return exported;
}

async function loadRoutes(bundles?: string): Promise<GatewayRoute[]> {
  const fallback = await loadHandler<HttpHandler>(fallbackFunction, bundles);
  const routes = await Promise.all(
    apiFunctions.map(async (spec) => {
      const handler = await loadHandler<HttpHandler>(spec, bundles);
      return listRoutes(spec).map((routeKey) => ({ routeKey, handler, functionName: spec.name }));
    }),
  );
  return [...routes.flat(), { routeKey: '$default', handler: fallback, functionName: fallbackFunction.name }];
}

interface Sources {
  bus: LocalEventBus;
  sqs: LocalQueues;
  minuteMs: number;
}

async function connectJobs({ bus, sqs, minuteMs }: Sources, bundles?: string): Promise<void> {
  for (const spec of jobFunctions) {
    const { name, on, timeoutSeconds } = spec;
    const handler = await loadHandler<LambdaHandler<ServiceEvent | QueueEvent, void>>(spec, bundles);
    const target = (event: ServiceEvent | QueueEvent) =>
      invoke(handler, event, { functionName: name, timeout: timeoutSeconds * 1000 });
    if (consumesQueue(on)) sqs.consume(queueName(stage, on.queue), target);
    else if ('everyMinutes' in on) bus.schedule(name, on.everyMinutes * minuteMs, target);
    else {
      const { detailType, ...pattern } = createEventPattern(spec, { stage, nameOf: toBucketName }) ?? {
        detailType: [],
      };
      bus.addRule({ ...pattern, 'detail-type': detailType }, target, name);
    }
  }
}

/** Contents of the web app's `/config.json`. */
const createWebConfig = (captchaUrl: string, analyticsId: string, livePlayer: 'ivs' | 'hls') => ({
  apiUrl: '/api',
  captchaUrl,
  captchaSiteKey,
  prices: { event: 1.99, monthly: 6.99 },
  seasonLastDay: usualLastDay,
  partnerName: 'Onda Local',
  partnerUrl: 'https://partner.cantera.example',
  social: [
    { name: 'Instagram', url: 'https://instagram.cantera.example' },
    { name: 'YouTube', url: 'https://youtube.cantera.example' },
  ],
  analyticsId,
  livePlayer,
});

/** URL with `localhost` instead of 127.0.0.1. */
const toLocalhostUrl = ({ url }: Emulator) => url.replace('127.0.0.1', 'localhost');

async function closeAll(running: { close(): Promise<void> }[]): Promise<void> {
  for (const service of running) await service.close();
}
