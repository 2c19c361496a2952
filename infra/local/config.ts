/** Ports, accounts and folders of the local platform. Environment variables override ports; `0` picks a free one. */
import { join, resolve } from 'node:path';
import { broadcastEncodings } from '../../functions/recordings/media/broadcast-encoding.ts';
import { type DeployConfig, defaults } from '../settings.ts';

export interface LocalConfig extends Partial<ChosenSettings> {
  /** Folder for data that survives a restart: tables, objects, emails, users. */
  dataDir: string;
  ports: Record<LocalService, number>;
  /** Domains and addresses that may receive email, as in SES's sandbox; by default, everybody does. */
  mailSandbox?: string[];
  /** Player of lives; AWS stages use `ivs`. */
  livePlayer?: 'ivs' | 'hls';
}

/** Settings that the local platform may have otherwise than by default. */
type ChosenSettings = Pick<
  DeployConfig,
  'analyticsId' | 'cameraTime' | 'imageRights' | 'liveDelivery' | 'broadcastEncoding' | 'seller'
>;

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

/** Returns the settings of the local stage, whose partner and legal data are invented, like its company. */
export const toStageSettings = ({ dataDir, ports, mailSandbox, livePlayer, ...chosen }: LocalConfig): DeployConfig => ({
  ...defaults,
  stage: 'local',
  production: false,
  partnerName: 'Onda Local',
  partnerUrl: 'https://partner.cantera.example',
  social: ['Instagram', 'YouTube'].map((name) => ({ name, url: `https://${name.toLowerCase()}.cantera.example` })),
  legal: {
    ...defaults.legal,
    registry: 'Registro Mercantil de Murcia, hoja MU-00000',
    contactPoint: defaults.company.email,
    complaints: `En nuestro domicilio, ${defaults.company.address}, y por email`,
    accessibilityReview: '2026-11-30',
  },
  ...chosen,
});

export const demoPassword = 'cantera-demo';

export const demoAccounts = {
  admin: 'admin@cantera.test',
  staff: 'club@cantera.test',
  subscriber: 'socio@cantera.test',
  basic: 'basico@cantera.test',
} as const;
