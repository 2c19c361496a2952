/**
 * The local platform in one process: starts all emulators, points the SDK at them, and connects functions, routes and
 * events as the stacks do. Each test platform uses free ports.
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createSettingVariables } from '../config.ts';
import { allFunctions } from '../functions.ts';
import { mailEventsName } from '../names.ts';
import { userPoolClientId, userPoolId } from './cognito/cognito.ts';
import { type LocalConfig, toStageSettings } from './config.ts';
import { releaseDocuments } from './document-files.ts';
import { LocalEventBus } from './eventbridge/eventbridge.ts';
import { connectJobs } from './functions.ts';
import { startApi, startMediaHost, startWebHost, toLocalhostUrl } from './hosts.ts';
import { createKeys, type Keys, secretNames } from './keys.ts';
import { enforceGrants } from './lambda/lambda.ts';
import { alertsQueue, buckets, stage, tablePrefix } from './names.ts';
import { RunningServices } from './running-services.ts';
import { type Services, startServices } from './services.ts';
import { shareEnvironment } from './shared-environment.ts';
import { JsonFile } from './wire/json-file.ts';

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
  /** Folder of the built web app; without it, only the API runs. */
  webFolder?: string;
  /** Milliseconds that a schedule's minute lasts; tests shorten it. */
  minuteMs?: number;
  /** Milliseconds between updates of a recording's playlists; defaults to half a minute. */
  playlistIntervalMs?: number;
  /** Keeps tables on disk across restarts, as by default; writes take half the time in memory. */
  keepsDatabase?: boolean;
  /** Folder of deployment bundles, run instead of the functions' sources. */
  bundles?: string;
  /** Lets both hosts cache responses like CloudFront; off in tests, which expect changes at once. */
  cachesAtEdge?: boolean;
  /** Milliseconds after which the edge sees a withdrawal. */
  edgeDelayMs?: number;
}

export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const running = new RunningServices();
  try {
    return await startAll(running, options);
  } catch (error) {
    await running.close();
    throw error;
  }
}

async function startAll(
  running: RunningServices,
  {
    config,
    webFolder,
    minuteMs = 60_000,
    playlistIntervalMs = minuteMs / 2,
    keepsDatabase = true,
    bundles,
    cachesAtEdge = false,
    edgeDelayMs = 0,
  }: PlatformOptions,
): Promise<Platform> {
  let apiUrl: string | undefined;
  enforceGrants(allFunctions);
  const keys = new JsonFile<Keys>(join(config.dataDir, 'keys.json'), createKeys());
  await keys.save();
  const bus = await running.start(Promise.resolve(new LocalEventBus()));
  // At their start, emulators emit events for work that a crash interrupted, before any rule exists.
  bus.pause();
  const services = await startServices(running, {
    config,
    keys,
    bus,
    playlistIntervalMs,
    keepsDatabase,
    edgeDelayMs,
    webhookUrl: () => (apiUrl ? `${apiUrl}/payments/stripe/webhook` : undefined),
  });
  // Comes before loading the functions, because some throw at import without their settings.
  setFunctionEnvironment(config, services, keys.value);
  await releaseDocuments(services.s3, buckets.WEB_BUCKET);
  const api = await startApi(running, config, bundles);
  apiUrl = api.url;
  const media = await startMediaHost(running, api, { config, keys: keys.value, services, cachesAtEdge });
  const mediaOrigin = toLocalhostUrl(media);
  process.env.MEDIA_ORIGIN = mediaOrigin;
  await connectJobs({ bus, sqs: services.sqs, minuteMs }, bundles);
  bus.resume();
  const web = webFolder
    ? await startWebHost(running, { folder: webFolder, api, media: mediaOrigin }, { config, services, cachesAtEdge })
    : undefined;
  process.env.WEB_ORIGIN = toLocalhostUrl(web ?? api);
  running.closeLast(await shareEnvironment(config.dataDir));
  return {
    addresses: {
      web: web ? toLocalhostUrl(web) : '',
      api: toLocalhostUrl(api),
      media: mediaOrigin,
      mail: toLocalhostUrl(services.inbox),
      payments: toLocalhostUrl(services.stripe),
      captcha: toLocalhostUrl(services.captcha),
      push: services.push.url,
      rtmp: toStreamServer(services),
    },
    bus,
    crashed: services.dynamo.crashed,
    announce: web?.announce ?? (() => undefined),
    close: () => running.close(),
  };
}

/** Sets the environment that the stacks give the functions on AWS, except the hosts' addresses. */
function setFunctionEnvironment(config: LocalConfig, services: Services, keys: Keys): void {
  process.env.EDGE_KEY ??= randomUUID();
  Object.assign(process.env, {
    STAGE: stage,
    TABLE_PREFIX: tablePrefix,
    USER_POOL_ID: userPoolId,
    USER_POOL_CLIENT_ID: userPoolClientId,
    ...buckets,
    EMAIL_FROM: 'Cantera TV <hola@cantera.test>',
    EMAIL_EVENTS: mailEventsName(stage),
    CONTACT_ADDRESSES: 'equipos@cantera.test',
    ALERTS_QUEUE_URL: `${process.env.AWS_ENDPOINT_URL_SQS}${services.sqs.toPath(alertsQueue)}`,
    ...secretNames,
    WITHDRAWALS_STORE_ARN: services.withdrawals.arn,
    PUSH_ORIGIN: services.push.url,
    STRIPE_API_URL: services.stripeUrl,
    ...createSettingVariables(toStageSettings(config)),
    CAPTCHA_VERIFY_URL: `${services.captcha.url}/recaptcha/api/siteverify`,
    MEDIACONVERT_ROLE_ARN: 'arn:aws:iam::000000000000:role/cantera-local-mediaconvert',
    RECORDING_CONFIGURATION_ARNS: keys.recordingConfigurationArns?.join(','),
    STREAM_SERVER: toStreamServer(services),
  });
}

const toStreamServer = ({ ivs }: Services) => `rtmp://127.0.0.1:${ivs.rtmpPort}/live`;
