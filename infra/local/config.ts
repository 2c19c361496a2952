/** Ports, accounts and folders of the local platform. Environment variables override ports; `0` picks a free one. */
import { join, resolve } from 'node:path';
import { type BroadcastEncoding, broadcastEncodings } from '../../functions/recordings/media/broadcast-encoding.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import type { SellerKind } from '../../shared/domain/seller.ts';

export interface LocalConfig {
  /** Folder for data that survives a restart: tables, objects, emails, users. */
  dataDir: string;
  ports: Record<LocalService, number>;
  /** Measurement id of Google Analytics 4; without one, analytics is off. */
  analyticsId?: string;
  /** Domains and addresses that may receive email, as in SES's sandbox; by default, everybody does. */
  mailSandbox?: string[];
  /** Player of lives; AWS stages use `ivs`. */
  livePlayer?: 'ivs' | 'hls';
  cameraTime?: 'avisar' | 'exigir';
  imageRights?: 'avisar' | 'exigir';
  liveDelivery?: LiveDelivery;
  broadcastEncoding?: BroadcastEncoding;
  seller?: SellerKind;
}

/** Services with a fixed port, because people or cameras use them. The AWS emulators take free ports. */
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
    seller: env.CANTERA_SELLER === 'managed' ? 'managed' : 'own',
  };
}

export const demoPassword = 'cantera-demo';

export const demoAccounts = {
  admin: 'admin@cantera.test',
  staff: 'club@cantera.test',
  subscriber: 'socio@cantera.test',
  basic: 'basico@cantera.test',
} as const;
