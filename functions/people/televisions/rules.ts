/** Television login codes, and who may confirm them. No I/O. */
import { codeMinutes } from '../../../shared/contract/televisions.ts';
import { isViewer, type StoredUser } from '../../platform/auth/rules.ts';

/** A television that waits for confirmation: `TELEVISION#{code}` / `LOGIN` in the table `sessions`. */
export interface StoredTelevision {
  code: string;
  /** Hash of the secret, which only the television knows; it becomes its session's secret. */
  secretHash: string;
  device: string;
  /** Hash of the television's network. */
  network: string;
  /** ISO 8601. */
  askedAt: string;
  /** Seconds since the Unix epoch. DynamoDB's TTL deletes late, so reads compare it too. */
  expiresAt: number;
  state: 'WAITING' | 'CONFIRMED' | 'DECLINED';
  /** The confirming user, and the end of the session (ISO 8601). */
  userId?: string;
  sessionEndsAt?: string;
}

export const isOver = ({ expiresAt }: Pick<StoredTelevision, 'expiresAt'>, now: number) => expiresAt * 1000 <= now;

export const toExpiry = (now: number) => Math.floor(now / 1000) + codeMinutes * 60;

/** Staff sessions, which can publish and delete, are not allowed on televisions. */
export const mayUseTelevision = (user: Pick<StoredUser, 'role'>) => isViewer(user);

/** Order matters: some user agents match several. */
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

/** Names the device from a fixed list, because a user agent may contain anything. */
export const nameDevice = (userAgent: string | undefined): string =>
  devices.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'Un ordenador o una televisión';
