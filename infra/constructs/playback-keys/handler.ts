/**
 * Custom resource that generates the playback keys inside AWS: for CloudFront (ECDSA P-256), IVS (ECDSA P-384) and
 * tokens. It runs in two idempotent steps, `generate` and `activate`, because only CloudFront assigns the id of a
 * public key.
 */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretKeepMs } from '../../../functions/platform/aws/secrets.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
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

/** Active keys, read by functions/viewing/playback/tokens.ts, and all recent generations. */
interface KeySecret extends Partial<KeySet> {
  cloudFrontKeyId?: string;
  tokenKeyBefore?: string;
  /** The newest three, by number. CloudFront also accepts the previous one, even after a rollback. */
  generations?: Record<string, KeySet>;
}

/**
 * Longer than functions cache the secret: CloudFormation deletes the replaced IVS key once this function answers, and a
 * cached secret would still sign with it.
 */
const cacheExpiryMs = secretKeepMs + 30_000;

export async function handler(
  event: ResourceEvent,
  _context?: unknown,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<void> {
  const { step, generation } = event.ResourceProperties;
  const PhysicalResourceId = `playback-keys-${step}-${generation}`;
  try {
    const Data = event.RequestType === 'Delete' ? {} : await runStep(event.ResourceProperties);
    const before = event.OldResourceProperties?.generation;
    if (step === 'activate' && event.RequestType === 'Update' && before !== generation) await pause(cacheExpiryMs);
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

function runStep({ step, secretId, generation, cloudFrontKeyId }: Properties) {
  if (step === 'generate') return generate(secretId, generation);
  if (!cloudFrontKeyId) throw new Error('activate needs cloudFrontKeyId');
  return activate(secretId, generation, cloudFrontKeyId);
}

/** Returns the public keys of this generation and the previous one, both accepted by CloudFront. */
async function generate(secretId: string, generation: string): Promise<Record<string, string>> {
  const secret = await readSecret(secretId);
  const existing = secret.generations ?? {};
  const keys = existing[generation] ?? createKeySet();
  const before = Number(generation) - 1;
  const activeGenerations: Record<string, KeySet> = {
    ...(before > 0 ? { [before]: existing[before] ?? createKeySet() } : {}),
    [generation]: keys,
  };
  // Earlier generations serve a rollback: CloudFront accepts no other key under their number.
  const recent = Object.entries(existing).filter(([number]) => Number(number) >= before - 1);
  await writeSecret(secretId, { ...secret, generations: { ...Object.fromEntries(recent), ...activeGenerations } });
  return {
    ivsPublicKey: derivePublicKey(keys.ivsPrivateKey),
    ...Object.fromEntries(
      Object.entries(activeGenerations).map(([number, set]) => [
        `cloudFrontKey${number}`,
        derivePublicKey(set.cloudFrontPrivateKey),
      ]),
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
  if (!keys) throw new Error(`No keys of generation ${generation} exist`);
  const isRepeated = secret.tokenKey === keys.tokenKey;
  const tokenKeyBefore = isRepeated ? secret.tokenKeyBefore : secret.tokenKey;
  await writeSecret(secretId, { ...secret, ...keys, cloudFrontKeyId, ...(tokenKeyBefore && { tokenKeyBefore }) });
  return {};
}

function createKeySet(): KeySet {
  const createPrivateKey = (namedCurve: 'P-256' | 'P-384') =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    tokenKey: randomBytes(32).toString('base64url'),
    cloudFrontPrivateKey: createPrivateKey('P-256'),
    ivsPrivateKey: createPrivateKey('P-384'),
  };
}

const derivePublicKey = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

let client: SecretsManagerClient | undefined;

const getSecretsClient = () => {
  client ??= new SecretsManagerClient({});
  return client;
};

/**
 * Reads the secret; empty while it holds CloudFormation's random initial value. @throws Error for damaged keys, which
 * must not be overwritten.
 */
async function readSecret(SecretId: string): Promise<KeySecret> {
  const { SecretString = '' } = await getSecretsClient().send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString.includes('PRIVATE KEY')) return {};
  try {
    return JSON.parse(SecretString) as KeySecret;
  } catch {
    // The parser's own message would quote the secret.
    throw new Error('The secret holds keys, but is damaged');
  }
}

async function writeSecret(SecretId: string, secret: KeySecret): Promise<void> {
  await getSecretsClient().send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(secret) }));
}

async function respond(event: ResourceEvent, result: Record<string, unknown>): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, ResponseURL } = event;
  const answer = await fetch(ResponseURL, {
    method: 'PUT',
    // The presigned URL requires an empty content type.
    headers: { 'content-type': '' },
    body: JSON.stringify({ StackId, RequestId, LogicalResourceId, ...result }),
  });
  if (!answer.ok) throw new Error(`CloudFormation rejected the response: ${answer.status}`);
}
