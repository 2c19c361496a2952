/**
 * Addresses, accounts and folders of the local platform. Every port can be moved by an environment variable;
 * `0` picks a free one (tests do that).
 */
import { join, resolve } from 'node:path';

export interface LocalConfig {
  /** Everything that must survive a restart: tables, objects, mails, users. */
  dataDir: string;
  ports: Record<LocalService, number>;
  /** Measurement id of Google Analytics 4; without one nothing is measured. */
  analyticsId?: string;
  /** Which player lives get: `ivs` is what they get on AWS. */
  livePlayer?: 'ivs' | 'hls';
}

/** The services that people or cameras reach by address. The AWS stand-ins behind them take free ports. */
export type LocalService = 'web' | 'api' | 'media' | 'mail' | 'payments' | 'live' | 'rtmp';

export const root = resolve(import.meta.dirname, '../..');

export function localConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const port = (name: string, standard: number) => Number(env[name] ?? standard);
  return {
    dataDir: resolve(root, env.CANTERA_DATA ?? join(root, '.local')),
    ports: {
      web: port('WEB_PORT', 3000),
      api: port('API_PORT', 3001),
      media: port('MEDIA_PORT', 3002),
      mail: port('MAIL_PORT', 3003),
      payments: port('PAYMENTS_PORT', 3004),
      live: port('LIVE_PORT', 3005),
      rtmp: port('RTMP_PORT', 1935),
    },
    analyticsId: env.ANALYTICS_ID ?? '',
    livePlayer: env.LIVE_PLAYER === 'ivs' ? 'ivs' : 'hls',
  };
}

export const demoPassword = 'cantera-demo';

/** The accounts that the demo league creates; the role decides what each may do. */
export const demoAccounts = {
  admin: 'admin@cantera.test',
  staff: 'club@cantera.test',
  subscriber: 'socio@cantera.test',
  basic: 'basico@cantera.test',
} as const;
