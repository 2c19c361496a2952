/**
 * What a function may do on AWS, in the words of IAM and nothing more. Each function declares its grants in
 * functions.ts; the Api stack makes a role of them, and the local platform refuses what the role would refuse.
 */
import type { TableName } from '../functions/platform/aws/dynamo.ts';

export type BucketName = 'uploads' | 'media' | 'recordings' | 'catalogue' | 'web';
export type SecretName = 'playback' | 'captcha' | 'partner' | 'push' | 'stripe';

/** Transactions need the actions of the writes that they hold; there is none of their own. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** Creating, completing and presigning an upload in parts are PutObject; HeadObject is GetObject. */
export type BucketAction =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'ListBucket'
  | 'ListMultipartUploadParts'
  | 'AbortMultipartUpload';

/** Calls of the services that hold no resource declared in the stacks, or one only. */
export type ServiceAction =
  | 'cognito-idp:AdminCreateUser'
  | 'cognito-idp:AdminDeleteUser'
  | 'cognito-idp:AdminInitiateAuth'
  | 'cognito-idp:AdminSetUserPassword'
  | 'cloudwatch:GetMetricData'
  | 'ivs:BatchStartViewerSessionRevocation'
  | 'ivs:CreateChannel'
  | 'ivs:CreateStreamKey'
  | 'ivs:DeleteChannel'
  | 'ivs:DeleteStreamKey'
  | 'ivs:GetChannel'
  | 'ivs:GetStream'
  | 'ivs:GetStreamSession'
  | 'ivs:ListChannels'
  | 'ivs:ListStreamKeys'
  | 'ivs:ListStreams'
  | 'ivs:PutMetadata'
  | 'ivs:StartViewerSessionRevocation'
  | 'ivs:StopStream'
  | 'ivs:UpdateChannel'
  | 'events:PutEvents'
  | 'mediaconvert:CancelJob'
  | 'mediaconvert:CreateJob'
  | 'mediaconvert:GetJob'
  | 'mediaconvert:Probe'
  | 'ses:SendEmail'
  | 'sqs:SendMessage';

export interface Grants {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  buckets?: Partial<Record<BucketName, readonly BucketAction[]>>;
  services?: readonly ServiceAction[];
  secrets?: readonly SecretName[];
}

/** A page of a collection: its log, and the items that the rows do not hold. */
export const list = ['Query', 'BatchGetItem'] as const;

/** One item's new version, with its entry in the log. */
export const change = ['GetItem', 'Query', 'PutItem'] as const;

export const remove = [...change, 'DeleteItem'] as const;

/** The item of a broadcast follows its source. */
export const changeSource = [...change, 'UpdateItem'] as const;

/** Without ListBucket S3 answers 403 instead of 404 for an object that is not there. */
export const find = ['GetObject', 'ListBucket'] as const;

/** The collections' snapshots: read by whoever lists, written by whoever changes. */
export const readsLists = { catalogue: find };
export const writesLists = { catalogue: [...find, 'PutObject'] } satisfies Grants['buckets'];

/** Looking at a source and handing it to MediaConvert. The service reads what it probes with the caller's rights. */
export const encodes: readonly ServiceAction[] = [
  'mediaconvert:Probe',
  'mediaconvert:CreateJob',
  'mediaconvert:CancelJob',
];

/** Keeping a fact and telling it. */
export const publishesDomainEvents: Grants = {
  tables: { messages: ['PutItem', 'DeleteItem'] },
  services: ['events:PutEvents'],
};

/** Ending running views of lives; what the service is too busy for is left to the clock. */
export const endsViews: Grants = {
  tables: { leases: ['Query', 'PutItem', 'DeleteItem'], broadcasts: ['GetItem'] },
  services: ['ivs:BatchStartViewerSessionRevocation', 'ivs:StartViewerSessionRevocation'],
};

/** What an event of the payment provider leads to: entitlements, and a receipt. */
export const takesPaymentsOver: Grants = {
  tables: {
    users: ['GetItem', 'UpdateItem'],
    events: ['GetItem'],
    purchases: ['GetItem', 'PutItem', 'DeleteItem'],
    'stripe-events': ['BatchGetItem', 'PutItem'],
    messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
    // The link to a first password, in the receipt.
    sessions: ['PutItem'],
  },
  services: ['events:PutEvents', 'ses:SendEmail'],
  secrets: ['stripe'],
};

/** Both together; an action that both name counts once. */
export function mergeGrants(a: Grants, b: Grants): Grants {
  return {
    tables: mergeLists(a.tables ?? {}, b.tables ?? {}),
    buckets: mergeLists(a.buckets ?? {}, b.buckets ?? {}),
    services: distinct(a.services, b.services),
    secrets: distinct(a.secrets, b.secrets),
  };
}

type Lists<Name extends string, Action> = Partial<Record<Name, readonly Action[]>>;

function mergeLists<Name extends string, Action>(a: Lists<Name, Action>, b: Lists<Name, Action>): Lists<Name, Action> {
  const names = [...Object.keys(a), ...Object.keys(b)] as Name[];
  return Object.fromEntries(names.map((name) => [name, distinct(a[name], b[name])])) as Lists<Name, Action>;
}

const distinct = <T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] => [...new Set([...a, ...b])];
