/** Converts a function's grants (infra/grants.ts) to statements of its role. */
import { PolicyStatement, type PolicyStatementProps, type Role } from 'aws-cdk-lib/aws-iam';
import type { TableName } from '../../functions/platform/aws/dynamo-client.ts';
import type { BucketName, Grants, SecretName, ServiceAction } from '../grants.ts';
import { mailEventsName, queueName } from '../names.ts';
import { tables } from '../tables.ts';
import { acknowledge, createAnyObjectFinding, toWildcardId } from './acknowledge.ts';
import { arn, bucketArn, tableArn } from './names.ts';

export interface Bindings {
  stage: string;
  userPoolArn: string;
  mediaConvertRoleArn: string;
  withdrawalsArn: string;
  emailDomain: string;
  secretArns: Partial<Record<SecretName, string>>;
}

export function applyGrants(role: Role, grants: Grants, bindings: Bindings): void {
  const { stage, secretArns } = bindings;
  for (const [table, actions] of entries(grants.tables)) {
    addStatement(
      role,
      actions.map((action) => `dynamodb:${action}`),
      listTableArns(stage, table as TableName, actions.includes('Query')),
    );
  }
  for (const [bucket, actions] of entries(grants.buckets)) {
    const bucketItself = bucketArn(stage, bucket as BucketName);
    const onObjects = actions.filter((action) => action !== 'ListBucket');
    if (onObjects.length < actions.length) addStatement(role, ['s3:ListBucket'], [bucketItself]);
    if (onObjects.length > 0)
      addStatement(
        role,
        onObjects.map((action) => `s3:${action}`),
        [`${bucketItself}/*`],
      );
    acknowledge(role, createAnyObjectFinding(bucketItself));
  }
  for (const action of grants.services ?? []) {
    const resources = [resourceByAction[action](bindings)].flat();
    for (const resource of resources) {
      const fromUs = resource === recipients() && { StringLike: { 'ses:FromAddress': `*@${bindings.emailDomain}` } };
      // SES may check a message with attachments as a raw one.
      const names = action === 'ses:SendEmail' ? [action, 'ses:SendRawEmail'] : [action];
      addStatement(role, names, [resource], fromUs || createStageConditions(action, resource, stage));
      const reason = createWildcardReasons()[resource];
      if (reason) acknowledge(role, { [toWildcardId(resource)]: reason });
    }
  }
  // These calls also set tags, which needs a permission of its own.
  if (grants.services?.includes('ivs:CreateStreamKey')) allowTagging(role, 'ivs:TagResource', streamKeys(), stage);
  if (grants.services?.includes('mediaconvert:CreateJob')) {
    allowTagging(role, 'mediaconvert:TagResource', encodingJobs(), stage);
    role.addToPolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [bindings.mediaConvertRoleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
      }),
    );
  }
  const secrets = (grants.secrets ?? []).flatMap((name) => secretArns[name] ?? []);
  if (secrets.length > 0) addStatement(role, ['secretsmanager:GetSecretValue'], secrets);
}

/** Lists the ARNs of a table and, for queries, of its indexes, which need a permission of their own. */
function listTableArns(stage: string, table: TableName, queries: boolean): string[] {
  const indexes = tables.find(({ name }) => name === table)?.indexes ?? [];
  const itself = tableArn(stage, table);
  return [itself, ...(queries ? indexes.map(({ name }) => `${itself}/index/${name}`) : [])];
}

const channels = () => arn('ivs', 'channel/*');
const streamKeys = () => arn('ivs', 'stream-key/*');
const channelsAndKeys = () => [channels(), streamKeys()];
/** In SES's sandbox, sending also needs a permission for the recipients' identities. */
const recipients = () => arn('ses', 'identity/*');
const encodingJobs = () => arn('mediaconvert', 'jobs/*');

/** Calls whose new resource gets its tags with them. */
const creates: ServiceAction[] = ['ivs:CreateStreamKey', 'mediaconvert:CreateJob'];

/** Calls that return the resources of all stages in the account; their callers filter. */
const listsAll: ServiceAction[] = ['ivs:ListChannels', 'ivs:ListStreams'];

/**
 * Restricts an action to this stage's resources by tag, because ARNs of jobs and channels do not contain the stage
 * (functions/platform/aws/stage-marks.ts). A new key's channel is not checked by IAM; IVS refuses a second key, and the
 * first one belongs to the channel's stage.
 */
function createStageConditions(action: ServiceAction, resource: string, stage: string): Conditions | undefined {
  if (action === 'ivs:CreateChannel' ? resource === channels() : creates.includes(action))
    return { StringEquals: { 'aws:RequestTag/stage': stage } };
  if (action === 'ivs:TagResource') return createTaggingConditions(stage);
  const isTagged = resource === channels() || resource === encodingJobs() || action === 'ivs:DeleteStreamKey';
  if (listsAll.includes(action)) return undefined;
  return isTagged ? { StringEquals: { 'aws:ResourceTag/stage': stage } } : undefined;
}

const allowTagging = (role: Role, action: string, resource: string, stage: string) =>
  addStatement(role, [action], [resource], createTaggingConditions(stage));

/** Allows setting tags on creation, but not on another stage's resources. */
const createTaggingConditions = (stage: string): Conditions => ({
  StringEquals: { 'aws:RequestTag/stage': stage },
  StringEqualsIfExists: { 'aws:ResourceTag/stage': stage },
});

/** Resources of each action. Channels are created at runtime: deployment does not know their ids. */
const resourceByAction: Record<ServiceAction, (bindings: Bindings) => string | string[]> = {
  'cognito-idp:AdminInitiateAuth': ({ userPoolArn }) => userPoolArn,
  'cognito-idp:AdminCreateUser': ({ userPoolArn }) => userPoolArn,
  'cognito-idp:AdminDeleteUser': ({ userPoolArn }) => userPoolArn,
  'cognito-idp:AdminSetUserPassword': ({ userPoolArn }) => userPoolArn,
  'cloudfront-keyvaluestore:DescribeKeyValueStore': ({ withdrawalsArn }) => withdrawalsArn,
  'cloudfront-keyvaluestore:GetKey': ({ withdrawalsArn }) => withdrawalsArn,
  'cloudfront-keyvaluestore:ListKeys': ({ withdrawalsArn }) => withdrawalsArn,
  'cloudfront-keyvaluestore:UpdateKeys': ({ withdrawalsArn }) => withdrawalsArn,
  'cloudwatch:GetMetricData': () => '*',
  'events:PutEvents': () => arn('events', 'event-bus/default'),
  'ivs:BatchStartViewerSessionRevocation': channels,
  'ivs:CreateChannel': channelsAndKeys,
  'ivs:CreateStreamKey': streamKeys,
  'ivs:DeleteChannel': channelsAndKeys,
  'ivs:DeleteStreamKey': streamKeys,
  'ivs:GetStream': channels,
  'ivs:GetStreamSession': channels,
  'ivs:ListChannels': channels,
  'ivs:ListStreamKeys': channelsAndKeys,
  'ivs:ListStreams': channels,
  'ivs:PutMetadata': channels,
  'ivs:StartViewerSessionRevocation': channels,
  'ivs:StopStream': channels,
  'ivs:TagResource': channelsAndKeys,
  'ivs:UpdateChannel': channels,
  'mediaconvert:CancelJob': encodingJobs,
  'mediaconvert:CreateJob': () => arn('mediaconvert', 'queues/Default'),
  'mediaconvert:GetJob': encodingJobs,
  'mediaconvert:Probe': () => '*',
  'sqs:SendMessage': ({ stage }) => arn('sqs', queueName(stage, 'alerts')),
  'ses:SendEmail': ({ emailDomain, stage }) =>
    emailDomain
      ? [arn('ses', `identity/${emailDomain}`), arn('ses', `configuration-set/${mailEventsName(stage)}`), recipients()]
      : [],
};

const createWildcardReasons = (): Record<string, string> => ({
  [recipients()]: 'Recipients while the account is in SES’s sandbox; only from the stage’s own domain.',
  [channels()]: 'Channels are created at runtime: their ids are unknown at deployment.',
  [streamKeys()]: 'Stream keys are created at runtime: their ids are unknown at deployment.',
  [encodingJobs()]: 'Jobs are created at runtime: their ids are unknown at deployment.',
  '*': "The call has no resource-level permissions: it reads metrics, or a file with the caller's rights.",
});

type Conditions = NonNullable<PolicyStatementProps['conditions']>;

function addStatement(role: Role, actions: string[], resources: string[], conditions: Conditions = {}): void {
  role.addToPolicy(new PolicyStatement({ actions, resources, conditions }));
}

const entries = <Name extends string, Action>(lists: Partial<Record<Name, readonly Action[]>> = {}) =>
  Object.entries(lists) as [Name, readonly Action[]][];
