/** The hosts to which browsers connect: API, media host and web app, with the same behaviours as on AWS. */
import { createResponseHeaders, mediaBehaviours, webBehaviours } from '../cdn.ts';
import { createWebConfig } from '../config.ts';
import { startGateway } from './api-gateway/api-gateway.ts';
import { captchaSiteKey } from './captcha/captcha.ts';
import { startCdn } from './cloudfront/cloudfront.ts';
import { type LocalConfig, toStageSettings } from './config.ts';
import { loadRoutes } from './functions.ts';
import type { Keys } from './keys.ts';
import { buckets } from './names.ts';
import type { RunningServices } from './running-services.ts';
import type { Services } from './services.ts';
import { releaseFiles } from './web-build.ts';
import type { Emulator } from './wire/http-server.ts';

interface HostOptions {
  config: LocalConfig;
  keys: Keys;
  services: Services;
  cachesAtEdge: boolean;
}

/** Starts API Gateway with its functions, whose environment variables must already be set. */
export const startApi = async (running: RunningServices, { ports }: LocalConfig, bundles?: string) =>
  running.start(startGateway({ port: ports.api, routes: await loadRoutes(bundles) }));

export function startMediaHost(
  running: RunningServices,
  api: Emulator,
  { config, keys, services, cachesAtEdge }: HostOptions,
): Promise<Emulator> {
  const { s3, withdrawals } = services;
  return running.start(
    startCdn({
      port: config.ports.media,
      behaviours: mediaBehaviours,
      origins: {
        api: {
          type: 'http',
          url: api.url,
          headers: { 'cantera-edge-key': String(process.env.EDGE_KEY), 'cantera-edge-host': 'media' },
        },
        media: { type: 'bucket', bucket: buckets.MEDIA_BUCKET, store: s3 },
        recordings: { type: 'bucket', bucket: buckets.RECORDINGS_BUCKET, store: s3 },
      },
      headers: createResponseHeaders(listAllowedAddresses(config, services, '')),
      cachesResponses: cachesAtEdge,
      withdrawals: withdrawals.edge,
      trustedKeys: [{ keyPairId: keys.cloudFrontKeyId, publicKeyPem: keys.cloudFrontPublicKey }],
    }),
  );
}

interface WebHost extends Emulator {
  /** Shows a notice over every page; an empty one ends it. */
  announce: (notice: string) => void;
}

export async function startWebHost(
  running: RunningServices,
  { folder, api, media }: { folder: string; api: Emulator; media: string },
  { config, services, cachesAtEdge }: Omit<HostOptions, 'keys'>,
): Promise<WebHost> {
  await releaseFiles(folder, services.s3, buckets.WEB_BUCKET);
  const stage = createWebConfig({ ...toStageSettings(config), captchaSiteKey });
  const webConfig = { ...stage, captchaUrl: toLocalhostUrl(services.captcha), livePlayer: config.livePlayer ?? 'hls' };
  const files: Record<string, string> = {};
  const announce = (notice: string) => {
    files['/config.json'] = JSON.stringify({ ...webConfig, notice });
  };
  announce('');
  const host = await running.start(
    startCdn({
      port: config.ports.web,
      behaviours: webBehaviours,
      origins: { api: { type: 'http', url: api.url }, web: { type: 'folder', path: folder, files } },
      headers: createResponseHeaders(listAllowedAddresses(config, services, media)),
      cachesResponses: cachesAtEdge,
    }),
  );
  return { ...host, announce };
}

const listAllowedAddresses = ({ analyticsId = '' }: LocalConfig, { s3, ivs, captcha }: Services, media: string) => ({
  media,
  uploads: process.env.AWS_ENDPOINT_URL_S3 ?? s3.url,
  live: [ivs.playbackUrl],
  captcha: [toLocalhostUrl(captcha)],
  analytics: analyticsId !== '',
  https: false,
});

export const toLocalhostUrl = ({ url }: Emulator) => url.replace('127.0.0.1', 'localhost');
