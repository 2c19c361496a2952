/** Signed addresses of the media host (ECDSA P-256); each opens one folder until a time. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { mediaUrl } from '../aws/addresses.ts';
import { readSecret } from '../aws/secrets.ts';
import { LruCache } from '../lists/lru-cache.ts';

/** Content of the secret PLAYBACK_SECRET_ARN; keys are PEM. */
export interface PlaybackSecret {
  tokenKey: string;
  /** Previous value of `tokenKey`: tokens signed with it stay valid until they expire. */
  tokenKeyBefore?: string;
  cloudFrontKeyId: string;
  cloudFrontPrivateKey: string;
  ivsPrivateKey: string;
}

export async function readPlaybackSecret(maxAgeMs?: number): Promise<PlaybackSecret> {
  const text = await readSecret('PLAYBACK_SECRET_ARN', Date.now(), maxAgeMs);
  if (read?.text !== text) read = { text, value: JSON.parse(text) };
  return read.value;
}

let read: { text: string; value: PlaybackSecret } | undefined;

/** The address of one file. Files of one folder with the same expiry share the signature. */
export async function signAddress(key: string, until: number): Promise<string> {
  return `${mediaUrl(key)}?${await signFolder(key.slice(0, key.lastIndexOf('/')), until)}`;
}

const signatures = new LruCache<Promise<string>>(400);

/**
 * Query that opens a folder of the media host until a time in milliseconds, by a custom policy with a wildcard. Signing
 * each segment would cost a hundred times more.
 */
export async function signFolder(folder: string, until: number): Promise<string> {
  const { cloudFrontKeyId, cloudFrontPrivateKey } = await readPlaybackSecret();
  return signatures.getOrMake([folder, until, cloudFrontKeyId].join('\n'), async () => {
    const policy = JSON.stringify({
      Statement: [
        {
          Resource: mediaUrl(`${folder}/*`),
          Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(until / 1000) } },
        },
      ],
    });
    const signature = sign('sha256', Buffer.from(policy), signingKey(cloudFrontPrivateKey));
    return `Policy=${toUrlSafe(Buffer.from(policy))}&Signature=${toUrlSafe(signature)}&Key-Pair-Id=${cloudFrontKeyId}&Hash-Algorithm=SHA256`;
  });
}

let parsed: { pem: string; key: KeyObject } | undefined;

function signingKey(pem: string): KeyObject {
  if (parsed?.pem !== pem) parsed = { pem, key: createPrivateKey(pem) };
  return parsed.key;
}

/** CloudFront's replacements of base64 characters in query strings. */
const toUrlSafe = (bytes: Buffer) =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
