/** Ports, accounts and folders of the local platform. Environment variables override ports; `0` picks a free one. */
import { join, resolve } from 'node:path';
import { type BroadcastEncoding, broadcastEncodings } from '../../functions/recordings/media/broadcast-encoding.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';

export interface LocalConfig {
  /** Folder for data that survives a restart: tables, objects, emails, users. */
  dataDir: string;
  ports: Record<LocalService, number>;
  /** Measurement id of Google Analytics 4; analytics is off without one. */
  analyticsId?: string;
  /** Verified domains and addresses of an account in SES's sandbox; by default, everybody gets email. */
  mailSandbox?: string[];
  /** Player of live streams; AWS stages use `ivs`. */
  livePlayer?: 'ivs' | 'hls';
  /** The setting `cameraTime` of infra/settings.ts. */
  cameraTime?: 'avisar' | 'exigir';
  /** The setting `imageRights` of infra/settings.ts. */
  imageRights?: 'avisar' | 'exigir';
  /** The setting `liveDelivery` of infra/settings.ts. */
  liveDelivery?: LiveDelivery;
  /** The setting `broadcastEncoding` of infra/settings.ts. */
  broadcastEncoding?: BroadcastEncoding;
}

/** Services with a fixed port, used by people or cameras. The AWS emulators use free ports. */
export type LocalService = 'web' | 'api' | 'media' | 'mail' | 'payments' | 'live' | 'rtmp';

export const root = resolve(import.meta.dirname, '../..');

export function readLocalConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const readPort = (name: string, defaultPort: number) => Number(env[name] ?? defaultPort);
  return {
    dataDir: resolve(root, env.CANTERA_DATA ?? join(root, '.local')),
    ports: {
      web: readPort('WEB_PORT', 3000),
      api: readPort('API_PORT', 3001),
      media: readPort('MEDIA_PORT', 3002),
      mail: readPort('MAIL_PORT', 3003),
      payments: readPort('PAYMENTS_PORT', 3004),
      live: readPort('LIVE_PORT', 3005),
      rtmp: readPort('RTMP_PORT', 1935),
    },
    ...(env.MAIL_SANDBOX && { mailSandbox: env.MAIL_SANDBOX.split(',') }),
    analyticsId: env.ANALYTICS_ID ?? '',
    livePlayer: env.LIVE_PLAYER === 'ivs' ? 'ivs' : 'hls',
    cameraTime: env.CANTERA_CAMERA_TIME === 'exigir' ? 'exigir' : 'avisar',
    imageRights: env.CANTERA_IMAGE_RIGHTS === 'exigir' ? 'exigir' : 'avisar',
    liveDelivery: env.CANTERA_LIVE_DELIVERY === 'RECORDING' ? 'RECORDING' : 'IVS',
    broadcastEncoding: broadcastEncodings.find((one) => one === env.CANTERA_BROADCAST_ENCODING) ?? 'ALWAYS',
  };
}

export const demoPassword = 'cantera-demo';

/** Accounts of the demo league, by role. */
export const demoAccounts = {
  admin: 'admin@cantera.test',
  staff: 'club@cantera.test',
  subscriber: 'socio@cantera.test',
  basic: 'basico@cantera.test',
} as const;
