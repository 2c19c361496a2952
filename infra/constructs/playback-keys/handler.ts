/**
 * Custom resource that makes the keys of playback inside of AWS, so that the private ones are never on anybody's
 * machine: a CloudFront key (ECDSA P-256), an IVS key (ECDSA P-384) and the key of playback tokens. Two steps, because
 * CloudFront names a public key only after it has been given one: `generate` keeps new keys aside, `activate` lets the
 * functions use them. Both may be repeated and taken back; a generation is made once.
 */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretKeepMs } from '../../../functions/platform/aws/secrets.ts';

/** What CloudFormation sends: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
interface ResourceEvent {
  RequestType: 'Create' | 'Update' | 'Delete';
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
  PhysicalResourceId?: string;
  ResourceProperties: Properties;
  OldResourceProperties?: Properties;
}

interface Properties {
  step: 'generate' | 'activate';
  secretId: string;
  generation: string;
  cloudFrontKeyId?: string;
}

interface KeySet {
  tokenKey: string;
  cloudFrontPrivateKey: string;
  ivsPrivateKey: string;
}

/** The first five members are what functions/viewing/playback/tokens.ts reads: the keys in use. */
interface KeySecret extends Partial<KeySet> {
  cloudFrontKeyId?: string;
  tokenKeyBefore?: string;
  /** The newest three, by number: CloudFront accepts what the one before has signed, also after a way back. */
  generations?: Record<string, KeySet>;
}

/**
 * Longer than any function keeps what it has read: CloudFormation removes a replaced key at IVS, which takes only one
 * more, as soon as it has its answer, and until then somebody still signs with it.
 */
const settleMs = secretKeepMs + 30_000;

export async function handler(
  event: ResourceEvent,
  _context?: unknown,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<void> {
  const { step, generation } = event.ResourceProperties;
  const PhysicalResourceId = `playback-keys-${step}-${generation}`;
  try {
    const Data = event.RequestType === 'Delete' ? {} : await take(event.ResourceProperties);
    const before = event.OldResourceProperties?.generation;
    if (step === 'activate' && event.RequestType === 'Update' && before !== generation) await pause(settleMs);
    await respond(event, {
      Status: 'SUCCESS',
      PhysicalResourceId: event.PhysicalResourceId ?? PhysicalResourceId,
      Data,
    });
  } catch (error) {
    const Reason = error instanceof Error ? error.message : String(error);
    console.error(JSON.stringify({ level: 'error', message: 'playback keys', step, reason: Reason }));
    await respond(event, {
      Status: 'FAILED',
      PhysicalResourceId: event.PhysicalResourceId ?? PhysicalResourceId,
      Reason,
    });
  }
}

function take({ step, secretId, generation, cloudFrontKeyId }: Properties) {
  if (step === 'generate') return generate(secretId, generation);
  if (!cloudFrontKeyId) throw new Error('activate needs cloudFrontKeyId');
  return activate(secretId, generation, cloudFrontKeyId);
}

/** The public keys of this generation and, so that CloudFront goes on accepting it, of the one before. */
async function generate(secretId: string, generation: string): Promise<Record<string, string>> {
  const secret = await readSecret(secretId);
  const known = secret.generations ?? {};
  const keys = known[generation] ?? newKeys();
  const before = Number(generation) - 1;
  const wanted: Record<string, KeySet> = {
    ...(before > 0 ? { [before]: known[before] ?? newKeys() } : {}),
    [generation]: keys,
  };
  // A deployment that fails goes back to the generations of before: CloudFront takes no other key in their place.
  const recent = Object.entries(known).filter(([number]) => Number(number) >= before - 1);
  await writeSecret(secretId, { ...secret, generations: { ...Object.fromEntries(recent), ...wanted } });
  return {
    ivsPublicKey: publicKey(keys.ivsPrivateKey),
    ...Object.fromEntries(
      Object.entries(wanted).map(([number, set]) => [`cloudFrontKey${number}`, publicKey(set.cloudFrontPrivateKey)]),
    ),
  };
}

async function activate(
  secretId: string,
  generation: string,
  cloudFrontKeyId: string,
): Promise<Record<string, string>> {
  const secret = await readSecret(secretId);
  const keys = secret.generations?.[generation];
  if (!keys) throw new Error(`There are no keys of generation ${generation}`);
  const isRepeated = secret.tokenKey === keys.tokenKey;
  const tokenKeyBefore = isRepeated ? secret.tokenKeyBefore : secret.tokenKey;
  await writeSecret(secretId, { ...secret, ...keys, cloudFrontKeyId, ...(tokenKeyBefore && { tokenKeyBefore }) });
  return {};
}

function newKeys(): KeySet {
  const privateKey = (namedCurve: 'P-256' | 'P-384') =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    tokenKey: randomBytes(32).toString('base64url'),
    cloudFrontPrivateKey: privateKey('P-256'),
    ivsPrivateKey: privateKey('P-384'),
  };
}

const publicKey = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

let client: SecretsManagerClient | undefined;

const secrets = () => {
  client ??= new SecretsManagerClient({});
  return client;
};

/**
 * A secret that has just been made holds a random word of CloudFormation's, which may begin like JSON; what holds keys
 * and cannot be read is no such word, and is not written over.
 */
async function readSecret(SecretId: string): Promise<KeySecret> {
  const { SecretString = '' } = await secrets().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString.includes('PRIVATE KEY')) return {};
  try {
    return JSON.parse(SecretString) as KeySecret;
  } catch {
    // The parser's own words would quote it.
    throw new Error('The secret holds keys, but is damaged');
  }
}

async function writeSecret(SecretId: string, secret: KeySecret): Promise<void> {
  await secrets().send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(secret) }));
}

async function respond(event: ResourceEvent, result: Record<string, unknown>): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, ResponseURL } = event;
  const answer = await fetch(ResponseURL, {
    method: 'PUT',
    // The address is signed for a request without a type.
    headers: { 'content-type': '' },
    body: JSON.stringify({ StackId, RequestId, LogicalResourceId, ...result }),
  });
  if (!answer.ok) throw new Error(`CloudFormation did not take the answer: ${answer.status}`);
}
