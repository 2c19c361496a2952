/** Keys and secrets of the local platform. On AWS, custom resources of the stacks and an operator create them. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  CreateRecordingConfigurationCommand,
  ImportPlaybackKeyPairCommand,
  IvsClient,
  ListPlaybackKeyPairsCommand,
} from '@aws-sdk/client-ivs';
import { CreateSecretCommand, ResourceExistsException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { reconnectWindowMs } from '../../shared/domain/limits.ts';
import { captchaSecret } from './captcha/captcha.ts';
import { stripeApiKey, stripeWebhookSecret } from './stripe/stripe.ts';
import type { JsonFile } from './wire/json-file.ts';

/** Secrets by the environment variable that holds their ARN on AWS. */
export const secretNames = {
  PLAYBACK_SECRET_ARN: 'cantera/playback',
  CAPTCHA_SECRET_ARN: 'cantera/captcha',
  PARTNER_SECRET_ARN: 'cantera/partner',
  STRIPE_SECRET_ARN: 'cantera/stripe',
  PUSH_SECRET_ARN: 'cantera/push',
  AUDIT_SECRET_ARN: 'cantera/audit',
};

export const partnerApiKey = 'local-partner-key';

/** Generated once and kept across restarts. */
export interface Keys {
  tokenKey: string;
  cloudFrontKeyId: string;
  cloudFrontPublicKey: string;
  cloudFrontPrivateKey: string;
  ivsPublicKey: string;
  ivsPrivateKey: string;
  recordingConfigurationArns?: string[];
}

export const createPemKeys = (namedCurve: 'P-256' | 'P-384') =>
  generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

export function createKeys(): Keys {
  const [cloudFront, ivs] = [createPemKeys('P-256'), createPemKeys('P-384')];
  return {
    tokenKey: randomBytes(32).toString('base64url'),
    cloudFrontKeyId: `K${randomBytes(6).toString('hex').toUpperCase()}`,
    cloudFrontPublicKey: cloudFront.publicKey,
    cloudFrontPrivateKey: cloudFront.privateKey,
    ivsPublicKey: ivs.publicKey,
    ivsPrivateKey: ivs.privateKey,
  };
}

export async function prepareKeys(keys: JsonFile<Keys>, recordingsBucket: string): Promise<void> {
  const { tokenKey, cloudFrontKeyId, cloudFrontPrivateKey, ivsPrivateKey } = keys.value;
  if (!keys.value.recordingConfigurationArns) {
    const ivs = new IvsClient({});
    const existing = await ivs.send(new ListPlaybackKeyPairsCommand({}));
    if (!existing.keyPairs?.length)
      await ivs.send(new ImportPlaybackKeyPairCommand({ publicKeyMaterial: keys.value.ivsPublicKey, name: 'local' }));
    const configuration = new CreateRecordingConfigurationCommand({
      destinationConfiguration: { s3: { bucketName: recordingsBucket } },
      recordingReconnectWindowSeconds: reconnectWindowMs / 1000,
      thumbnailConfiguration: { recordingMode: 'INTERVAL', targetIntervalSeconds: 30, storage: ['LATEST'] },
    });
    const configurations = [await ivs.send(configuration), await ivs.send(configuration)];
    keys.value.recordingConfigurationArns = configurations.map((answer) => answer.recordingConfiguration?.arn ?? '');
    await keys.save();
  }
  await createSecretIfMissing(
    secretNames.PLAYBACK_SECRET_ARN,
    JSON.stringify({ tokenKey, cloudFrontKeyId, cloudFrontPrivateKey, ivsPrivateKey }),
  );
  await createSecretIfMissing(secretNames.CAPTCHA_SECRET_ARN, captchaSecret);
  await createSecretIfMissing(
    secretNames.STRIPE_SECRET_ARN,
    JSON.stringify({ apiKey: stripeApiKey, webhookSecret: stripeWebhookSecret }),
  );
  // The secret is created once per data folder, so that browsers' push subscriptions survive a restart.
  await createSecretIfMissing(secretNames.PUSH_SECRET_ARN, randomBytes(48).toString('base64url'));
  await createSecretIfMissing(secretNames.AUDIT_SECRET_ARN, randomBytes(48).toString('base64url'));
  await createSecretIfMissing(secretNames.PARTNER_SECRET_ARN, JSON.stringify({ keys: [partnerApiKey] }));
}

async function createSecretIfMissing(Name: string, SecretString: string): Promise<void> {
  try {
    await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
}
