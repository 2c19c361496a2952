/** Password links; the table `sessions` keeps only a hash of their secret. */
import { createHash, randomBytes } from 'node:crypto';
import { paths } from '../../../shared/domain/paths.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';

export interface StoredLink {
  userId: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Seconds since the Unix epoch. DynamoDB's TTL deletes late, so reads compare it too. */
  expiresAt: number;
}

/** The URL for the email, and the write that activates it. */
export function createResetLink(userId: string, lifetimeMs: number, now: number): { url: string; write: Write } {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = Math.ceil((now + lifetimeMs) / 1000);
  const link: StoredLink = { userId, issuedAt: new Date(now).toISOString(), expiresAt };
  return {
    url: `${pageUrl(paths.resetPassword)}?token=${token}`,
    write: putWrite('sessions', { ...resetKey(token), ...link }),
  };
}

export const resetKey = (token: string): Key => ({
  pk: `RESET#${createHash('sha256').update(token).digest('base64url')}`,
  sk: 'LINK',
});
