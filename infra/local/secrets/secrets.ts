/**
 * Secrets Manager emulator with the current and previous version of each secret, stored unencrypted in a file with mode
 * 0600. Unsupported: KMS keys, replicas, tags, staging labels other than AWSCURRENT and AWSPREVIOUS.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account, region } from '../wire/service-event.ts';

export async function startSecrets({ dataDir, port }: { dataDir: string; port?: number }): Promise<Emulator> {
  const file = new JsonFile<Secret[]>(join(dataDir, 'secrets.json'), []);

  function find(id: string): Secret {
    // A partial ARN omits the hyphen and six random characters at the end.
    const secret = file.value.find(({ name, arn }) => id === name || id === arn || id === arn.slice(0, -7));
    if (!secret) {
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return secret;
  }

  async function create({ Name, Description, ClientRequestToken, ...value }: z.infer<typeof CreateSecret>) {
    const existing = file.value.find((secret) => secret.name === Name);
    if (existing && !isRepeatedRequest(existing.versions[0], ClientRequestToken, value)) {
      throw new ServiceError(
        'ResourceExistsException',
        `The operation failed because the secret ${Name} already exists.`,
      );
    }
    const secret = existing ?? createSecret(Name, Description);
    if (!existing) {
      if (hasValue(value)) addVersion(secret, ClientRequestToken, value);
      file.value.push(secret);
      await file.save();
    }
    return { ...toIdentity(secret), VersionId: secret.versions[0]?.id };
  }

  async function put({ SecretId, ClientRequestToken, ...value }: z.infer<typeof PutSecretValue>) {
    const secret = find(SecretId);
    if (!hasValue(value)) throw new ServiceError('InvalidRequestException', 'You must provide a value.');
    const existing = secret.versions.find((version) => version.id === ClientRequestToken);
    if (existing && !isRepeatedRequest(existing, ClientRequestToken, value)) {
      throw new ServiceError('ResourceExistsException', `The version ${ClientRequestToken} exists with another value.`);
    }
    const version = existing ?? addVersion(secret, ClientRequestToken, value);
    await file.save();
    return { ...toIdentity(secret), VersionId: version.id, VersionStages: listStages(secret, version) };
  }

  function get({ SecretId, VersionId, VersionStage }: z.infer<typeof GetSecretValue>) {
    const secret = find(SecretId);
    const version = secret.versions.find(
      (one) => (!VersionId || one.id === VersionId) && listStages(secret, one).includes(VersionStage),
    );
    if (!version) {
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
    }
    const { id, created, ...value } = version;
    const VersionStages = listStages(secret, version);
    return { ...toIdentity(secret), ...value, VersionId: id, VersionStages, CreatedDate: created };
  }

  function describe({ SecretId }: z.infer<typeof DescribeSecret>) {
    const secret = find(SecretId);
    return {
      ...toIdentity(secret),
      Description: secret.description,
      CreatedDate: secret.created,
      LastChangedDate: secret.versions[0]?.created ?? secret.created,
      VersionIdsToStages: Object.fromEntries(
        secret.versions.map((version) => [version.id, listStages(secret, version)]),
      ),
    };
  }

  return startJsonService({
    name: 'secrets',
    target: 'secretsmanager',
    port,
    operations: {
      CreateSecret: defineOperation(CreateSecret, create),
      PutSecretValue: defineOperation(PutSecretValue, put),
      GetSecretValue: defineOperation(GetSecretValue, get),
      DescribeSecret: defineOperation(DescribeSecret, describe),
    },
  });
}

interface Secret {
  name: string;
  arn: string;
  description?: string;
  /** Seconds since the Unix epoch. */
  created: number;
  /** Current version first, then the previous one. */
  versions: Version[];
}

interface Version {
  id: string;
  created: number;
  SecretString?: string;
  /** Base64. */
  SecretBinary?: string;
}

const value = { SecretString: z.string().max(65_536).optional(), SecretBinary: z.base64().max(87_384).optional() };
const SecretId = z.string().min(1).max(2048);
const ClientRequestToken = z.string().min(32).max(64).default(randomUUID);

const CreateSecret = z.strictObject({
  Name: z.string().regex(/^[\w/+=.@-]{1,512}$/),
  Description: z.string().max(2048).optional(),
  ClientRequestToken,
  ...value,
});
const PutSecretValue = z.strictObject({ SecretId, ClientRequestToken, ...value });
const GetSecretValue = z.strictObject({
  SecretId,
  VersionId: z.string().optional(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPREVIOUS']).default('AWSCURRENT'),
});
const DescribeSecret = z.strictObject({ SecretId });

type Value = Pick<Version, 'SecretString' | 'SecretBinary'>;

function createSecret(name: string, description: string | undefined): Secret {
  const suffix = randomBytes(8)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 6);
  const arn = `arn:aws:secretsmanager:${region}:${account}:secret:${name}-${suffix}`;
  return { name, arn, description, created: Date.now() / 1000, versions: [] };
}

function addVersion(secret: Secret, id: string, { SecretString, SecretBinary }: Value): Version {
  const version = { id, created: Date.now() / 1000, SecretString, SecretBinary };
  secret.versions = [version, ...secret.versions.slice(0, 1)];
  return version;
}

function listStages(secret: Secret, version: Version): string[] {
  return [secret.versions[0] === version ? 'AWSCURRENT' : 'AWSPREVIOUS'];
}

const toIdentity = ({ arn, name }: Secret) => ({ ARN: arn, Name: name });

const hasValue = ({ SecretString, SecretBinary }: Value) => (SecretString ?? SecretBinary) !== undefined;

/** Returns whether a request repeats an earlier one: the SDK resends the same token when a response was lost. */
function isRepeatedRequest(version: Version | undefined, id: string, given: Value): boolean {
  return (
    version?.id === id && version.SecretString === given.SecretString && version.SecretBinary === given.SecretBinary
  );
}
