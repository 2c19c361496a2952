/** Links by which a password is chosen: only a hash of their secret is kept, in the table `sessions`. */
import { createHash, randomBytes } from 'node:crypto';
import { type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';

export interface StoredLink {
  userId: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Seconds since 1970: DynamoDB's TTL deletes late, so it is compared too. */
  expiresAt: number;
}

/** The address for a mail, and the write that makes it work. */
export function newResetLink(userId: string, lifetimeMs: number, now: number): { url: string; write: Write } {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = Math.ceil((now + lifetimeMs) / 1000);
  const link: StoredLink = { userId, issuedAt: new Date(now).toISOString(), expiresAt };
  return {
    url: `${environment('WEB_ORIGIN')}/restablecer-contrasena?token=${token}`,
    write: putWrite('sessions', { ...resetKey(token), ...link }),
  };
}

export const resetKey = (token: string): Key => ({
  pk: `RESET#${createHash('sha256').update(token).digest('base64url')}`,
  sk: 'LINK',
});
