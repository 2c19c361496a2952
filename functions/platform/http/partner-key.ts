/** The partner's API keys. Two may be valid at once, so that a key can be rotated without a gap. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readSecret } from '../aws/secrets.ts';

/** PARTNER_SECRET_ARN holds `{ "keys": ["…", "…"] }`. */
export async function isPartnerKey(key: string, now: number = Date.now()): Promise<boolean> {
  const { keys } = JSON.parse(await readSecret('PARTNER_SECRET_ARN', now)) as { keys: string[] };
  return keys.filter((valid) => valid !== '').some((valid) => timingSafeEqual(hashText(valid), hashText(key)));
}

const hashText = (text: string) => createHash('sha256').update(text).digest();
