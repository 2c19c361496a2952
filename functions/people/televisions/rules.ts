/** What a television's code is, and who may say yes to it. No I/O. Row: E-TV-3. */
import { codeMinutes } from '../../../shared/contract/televisions.ts';
import { isViewer, type StoredUser } from '../../platform/auth/rules.ts';

/** A television that waits to be let in: `TELEVISION#{code}` / `LOGIN` in the table `sessions`. */
export interface StoredTelevision {
  code: string;
  /** Of the secret that only the television knows, and that becomes its session's. */
  secretHash: string;
  device: string;
  /** Hash of the network that it asks from. */
  network: string;
  /** ISO 8601. */
  askedAt: string;
  /** Seconds since 1970: DynamoDB's TTL deletes late, so it is compared too. */
  expiresAt: number;
  state: 'WAITING' | 'CONFIRMED' | 'DECLINED';
  /** Who said yes, and until when the session runs (ISO 8601). */
  userId?: string;
  sessionEndsAt?: string;
}

export const isOver = ({ expiresAt }: Pick<StoredTelevision, 'expiresAt'>, now: number) => expiresAt * 1000 <= now;

export const expiryOf = (now: number) => Math.floor(now / 1000) + codeMinutes * 60;

/** A living room is no place for the session of somebody who can publish and delete. */
export const mayBeOnTelevision = (user: Pick<StoredUser, 'role'>) => isViewer(user);

/** The first that fits: some name several. */
const devices: [pattern: RegExp, name: string][] = [
  [/tizen|samsung.*tv|smart-?tv.*samsung/i, 'Televisión Samsung'],
  [/web0s|webos|netcast/i, 'Televisión LG'],
  [/\baft\w|fire ?tv/i, 'Amazon Fire TV'],
  [/vidaa|hisense/i, 'Televisión Hisense'],
  [/bravia/i, 'Televisión Sony'],
  [/philips/i, 'Televisión Philips'],
  [/googletv|google tv|android.*\btv\b|crkey/i, 'Android TV'],
  [/xbox/i, 'Consola Xbox'],
  [/playstation/i, 'Consola PlayStation'],
  [/smart-?tv|hbbtv/i, 'Televisión'],
  [/android|iphone|ipad/i, 'Un móvil o una tableta'],
];

/** What asks, by what its browser says of itself: one of our own names, because anybody may write anything there. */
export const deviceOf = (userAgent: string | undefined): string =>
  devices.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'Un ordenador o una televisión';
