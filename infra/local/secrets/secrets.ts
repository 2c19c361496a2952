/**
 * Secrets Manager emulator with each secret's current value, stored unencrypted in a file with mode 0600. Unsupported:
 * binary values, earlier versions, KMS keys, replicas, tags.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account, region } from '../wire/service-event.ts';

export async function startSecrets({ dataDir }: { dataDir: string }): Promise<Emulator> {
  const file = new JsonFile<Secret[]>(join(dataDir, 'secrets.json'), []);

  function find(id: string): Secret {
    const secret = file.value.find(({ name, arn }) => id === name || id === arn);
    if (!secret)
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return secret;
  }

  async function create({ Name, SecretString, ClientRequestToken }: z.infer<typeof CreateSecret>) {
    const existing = file.value.find(({ name }) => name === Name);
    if (existing && !isRepeated(existing, ClientRequestToken, SecretString))
      throw new ServiceError('ResourceExistsException', `The secret ${Name} already exists.`);
    const secret = existing ?? { name: Name, arn: createArn(Name), versionId: ClientRequestToken, value: SecretString };
    if (!existing) file.value.push(secret);
    await file.save();
    return { ARN: secret.arn, Name, VersionId: secret.versionId };
  }

  async function put({ SecretId, SecretString, ClientRequestToken }: z.infer<typeof PutSecretValue>) {
    const secret = find(SecretId);
    if (secret.versionId === ClientRequestToken && !isRepeated(secret, ClientRequestToken, SecretString))
      throw new ServiceError('ResourceExistsException', `The version ${ClientRequestToken} exists with another value.`);
    Object.assign(secret, { versionId: ClientRequestToken, value: SecretString });
    await file.save();
    return { ARN: secret.arn, Name: secret.name, VersionId: ClientRequestToken };
  }

  function get({ SecretId }: z.infer<typeof GetSecretValue>) {
    const { arn, name, versionId, value } = find(SecretId);
    return { ARN: arn, Name: name, SecretString: value, VersionId: versionId, VersionStages: ['AWSCURRENT'] };
  }

  return startJsonService({
    name: 'secrets',
    target: 'secretsmanager',
    operations: {
      CreateSecret: defineOperation(CreateSecret, create),
      PutSecretValue: defineOperation(PutSecretValue, put),
      GetSecretValue: defineOperation(GetSecretValue, get),
    },
  });
}

interface Secret {
  name: string;
  arn: string;
  /** Token by which the SDK marked the request that wrote the value. */
  versionId: string;
  value: string;
}

/** After a lost response, the SDK sends the same token again. */
const isRepeated = (secret: Secret, token: string, value: string) =>
  secret.versionId === token && secret.value === value;

const SecretId = z.string().min(1).max(2048);
const ClientRequestToken = z.string().min(32).max(64).default(randomUUID);
const SecretString = z.string().min(1).max(65_536);

const SecretName = z.string().regex(/^[\w/+=.@-]{1,512}$/);
const CreateSecret = z.strictObject({ Name: SecretName, ClientRequestToken, SecretString });
const PutSecretValue = z.strictObject({ SecretId, ClientRequestToken, SecretString });
const GetSecretValue = z.strictObject({ SecretId });

function createArn(name: string): string {
  const suffix = randomBytes(8)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 6);
  return `arn:aws:secretsmanager:${region}:${account}:secret:${name}-${suffix}`;
}
