/**
 * Enforces the functions' grants on SDK calls with IAM's errors, so that API tests also cover the roles, and refuses to
 * write an item of a kind that infra/tables.ts does not state. Presigned URLs and calls from outside a function (seed,
 * tests) are not checked.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import type { FunctionSpec } from '../../function-spec.ts';
import type { BucketAction, Grants, TableAction } from '../../grants.ts';
import { findItemKind } from '../../item-kinds.ts';

export const currentFunction = new AsyncLocalStorage<string>();

interface Command {
  constructor: { name: string };
  input: Record<string, unknown>;
}

interface SdkClient {
  constructor: { name: string };
  send(command: Command, ...rest: unknown[]): Promise<unknown>;
}

export interface RequiredPermission {
  service: 'dynamodb' | 's3' | 'secretsmanager' | 'other';
  action: string;
  resource: string;
  /** Tags of the resource that the call creates; undefined if roles require none. */
  tags?: unknown;
}

let functionsByName: ReadonlyMap<string, FunctionSpec> | undefined;

export function enforceGrants(functions: readonly FunctionSpec[]): void {
  const wasEnforced = functionsByName !== undefined;
  functionsByName = new Map(functions.map((one) => [one.name, one]));
  if (wasEnforced) return;
  // All SDK clients inherit from this class.
  const base = Object.getPrototypeOf(S3Client.prototype) as SdkClient;
  const { send } = base;
  base.send = async function (this: SdkClient, command: Command, ...rest: unknown[]) {
    const running = functionsByName?.get(currentFunction.getStore() ?? '');
    if (!running) return send.call(this, command, ...rest);
    const requiredPermissions = listRequiredPermissions(this.constructor.name, command);
    for (const need of requiredPermissions)
      if (!isAllowed(running.grants, need)) throw createDeniedError(running, need);
    requireItemKinds(command.input);
    try {
      return await send.call(this, command, ...rest);
    } catch (error) {
      // Without ListBucket, S3 answers AccessDenied instead of NoSuchKey.
      const listing = requiredPermissions
        .map((permission) => ({ ...permission, action: 'ListBucket' }))
        .filter(({ service }) => service === 's3');
      const missingListing = isMissingObject(error) && listing.find((need) => !isAllowed(running.grants, need));
      throw missingListing ? createDeniedError(running, missingListing) : error;
    }
  };
}

/** Lists the permissions that a command of an SDK client requires. Exported for its test. */
export function listRequiredPermissions(client: string, command: Command): RequiredPermission[] {
  const name = command.constructor.name.replace(/Command$/, '');
  const { input } = command;
  switch (client) {
    case 'DynamoDBDocumentClient':
    case 'DynamoDBClient':
      return listTablePermissions(name.replace(/Item$/, ''), input);
    case 'S3Client': {
      if (name === 'CopyObject') return listCopyPermissions(input);
      const action = bucketActions[name];
      if (!action) throw new Error(`Unknown S3 call ${name}: add it to infra/local/lambda/permissions.ts`);
      return [{ service: 's3', action, resource: findNameByVariable(input.Bucket, '_BUCKET') }];
    }
    case 'SecretsManagerClient':
      return [{ service: 'secretsmanager', action: name, resource: findNameByVariable(input.SecretId, '_SECRET_ARN') }];
    default: {
      const prefix = iamPrefixes[client];
      if (!prefix) throw new Error(`Unknown SDK client ${client}: add it to infra/local/lambda/permissions.ts`);
      // IAM authorises the batch call by the single call's action.
      const action = `${prefix}:${name.replace('SendMessageBatch', 'SendMessage')}`;
      const tags = taggedCalls[action] && { tags: input[taggedCalls[action]] ?? {} };
      return [{ service: 'other', action, resource: '', ...tags }];
    }
  }
}

function isAllowed(grants: Grants, { service, action, resource, tags }: RequiredPermission): boolean {
  const includesAction = (lists: Partial<Record<string, readonly string[]>> = {}) =>
    lists[resource]?.includes(action) ?? false;
  switch (service) {
    case 'dynamodb':
      return includesAction(grants.tables);
    case 's3':
      return includesAction(grants.buckets);
    case 'secretsmanager':
      return (
        action === 'GetSecretValue' && (grants.secrets as readonly string[] | undefined)?.includes(resource) === true
      );
    case 'other':
      return (
        (grants.services as readonly string[] | undefined)?.includes(action) === true &&
        (tags === undefined || (tags as Record<string, string>).stage === process.env.STAGE)
      );
  }
}

function listTablePermissions(name: string, input: Record<string, unknown>): RequiredPermission[] {
  const need = (table: unknown, action: string): RequiredPermission => ({
    service: 'dynamodb',
    action,
    resource: String(table).replace(process.env.TABLE_PREFIX ?? '', ''),
  });
  if (name === 'BatchGet') return Object.keys(input.RequestItems as object).map((table) => need(table, 'BatchGetItem'));
  if (name === 'TransactWrite' || name === 'TransactWriteItems') {
    const writes = input.TransactItems as Record<string, { TableName: string }>[];
    return writes.flatMap((write) =>
      Object.entries(write).map(([kind, { TableName }]) => need(TableName, tableActions[kind] ?? kind)),
    );
  }
  return [need(input.TableName, tableActions[name] ?? name)];
}

/** @throws Error if a DynamoDB call puts or updates an item of no stated kind. Exported for its test. */
export function requireItemKinds(input: Record<string, unknown>): void {
  const { TransactItems = [] } = input as { TransactItems?: Record<string, Record<string, unknown>>[] };
  const writes = [input, ...TransactItems.flatMap(({ Put, Update }) => [Put ?? {}, Update ?? {}])];
  for (const { TableName, Item, Key, UpdateExpression } of writes) {
    const { pk, sk } = (Item ?? (UpdateExpression && Key) ?? {}) as { pk?: unknown; sk?: unknown };
    if (typeof TableName !== 'string' || typeof pk !== 'string' || typeof sk !== 'string') continue;
    const table = TableName.replace(process.env.TABLE_PREFIX ?? '', '');
    if (!findItemKind(table, { pk, sk }))
      throw new Error(
        `The table ${table} has no kind of item ${pk} / ${sk}: state it in infra/tables.ts, and who it is about`,
      );
  }
}

function listCopyPermissions({ CopySource, Bucket }: Record<string, unknown>): RequiredPermission[] {
  const need = (bucket: unknown, action: BucketAction): RequiredPermission => ({
    service: 's3',
    action,
    resource: findNameByVariable(bucket, '_BUCKET'),
  });
  return [need(String(CopySource).split('/')[0], 'GetObject'), need(Bucket, 'PutObject')];
}

const tableActions: Record<string, TableAction> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
};

const bucketActions: Record<string, BucketAction> = {
  GetObject: 'GetObject',
  HeadObject: 'GetObject',
  PutObject: 'PutObject',
  DeleteObjects: 'DeleteObject',
  ListObjectsV2: 'ListBucket',
  CreateMultipartUpload: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  ListParts: 'ListMultipartUploadParts',
  AbortMultipartUpload: 'AbortMultipartUpload',
};

/** Calls for which roles require the stage's tag on the resource, each with the input field that holds the tags. */
const taggedCalls: Record<string, string> = {
  'mediaconvert:CreateJob': 'Tags',
  'ivs:CreateChannel': 'tags',
  'ivs:CreateStreamKey': 'tags',
  'ivs:TagResource': 'tags',
};

const iamPrefixes: Record<string, string> = {
  CloudFrontKeyValueStoreClient: 'cloudfront-keyvaluestore',
  CloudWatchClient: 'cloudwatch',
  CognitoIdentityProviderClient: 'cognito-idp',
  EventBridgeClient: 'events',
  IvsClient: 'ivs',
  MediaConvertClient: 'mediaconvert',
  SESv2Client: 'ses',
  SQSClient: 'sqs',
};

/** Finds the logical name of a bucket or secret by the environment variable that holds its value. */
function findNameByVariable(value: unknown, ending: string): string {
  const variable = Object.keys(process.env).find((name) => name.endsWith(ending) && process.env[name] === value);
  return variable ? variable.slice(0, -ending.length).toLowerCase() : String(value);
}

const isMissingObject = (error: unknown) => error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name);

function createDeniedError(
  { name, module, entry }: FunctionSpec,
  { service, action, resource }: RequiredPermission,
): Error {
  const call = service === 'other' ? action : `${service}:${action} on ${resource}`;
  const folder = entry.startsWith('functions/api/') ? 'infra/functions' : 'infra/jobs';
  const error = new Error(`The role of ${name} does not allow ${call}: add a grant in ${folder}/${module}.ts`);
  error.name = service === 's3' ? 'AccessDenied' : 'AccessDeniedException';
  return error;
}
