/**
 * IAM grants, which each function declares in functions/ or jobs/. The stacks create a role from them; the local
 * platform enforces them.
 */
import type { TableName } from '../functions/platform/aws/dynamo-client.ts';

export type BucketName = 'uploads' | 'media' | 'recordings' | 'catalogue' | 'web' | 'anchors';
export type SecretName = 'audit' | 'playback' | 'captcha' | 'partner' | 'push' | 'stripe';

/** A transaction needs the action of each write that it contains. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** PutObject includes multipart uploads, GetObject includes HeadObject. */
export type BucketAction =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'ListBucket'
  | 'ListMultipartUploadParts'
  | 'AbortMultipartUpload';

/** Actions on services; role statements map each to its resource. */
export type ServiceAction =
  | 'cognito-idp:AdminCreateUser'
  | 'cognito-idp:AdminDeleteUser'
  | 'cognito-idp:AdminInitiateAuth'
  | 'cognito-idp:AdminSetUserPassword'
  | 'cloudfront-keyvaluestore:DescribeKeyValueStore'
  | 'cloudfront-keyvaluestore:GetKey'
  | 'cloudfront-keyvaluestore:ListKeys'
  | 'cloudfront-keyvaluestore:UpdateKeys'
  | 'cloudwatch:GetMetricData'
  | 'ivs:BatchStartViewerSessionRevocation'
  | 'ivs:CreateChannel'
  | 'ivs:CreateStreamKey'
  | 'ivs:DeleteChannel'
  | 'ivs:DeleteStreamKey'
  | 'ivs:GetStream'
  | 'ivs:GetStreamSession'
  | 'ivs:ListChannels'
  | 'ivs:ListStreamKeys'
  | 'ivs:ListStreams'
  | 'ivs:PutMetadata'
  | 'ivs:StartViewerSessionRevocation'
  | 'ivs:StopStream'
  | 'ivs:TagResource'
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

export const listActions = ['Query', 'BatchGetItem'] as const;

/** Actions that write a new version of an item with its log entry. */
export const changeActions = ['GetItem', 'Query', 'PutItem'] as const;

export const removeActions = [...changeActions, 'DeleteItem'] as const;

/** Actions that cut a list's log. */
export const cutActions = ['Query', 'DeleteItem'] as const;

/** Actions that write a new version of a source and update its broadcast in the same transaction. */
export const changeSourceActions = [...changeActions, 'UpdateItem'] as const;

/** Without ListBucket, S3 answers 403 instead of 404 for a missing object. */
export const readObjectActions = ['GetObject', 'ListBucket'] as const;

export const readsLists = { catalogue: readObjectActions };
export const writesLists = { catalogue: [...readObjectActions, 'PutObject'] } satisfies Grants['buckets'];

/** Grants for keeping deleted videos for a grace period, listing and recovering them. */
export const deletesVideos = { uploads: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } satisfies Grants['tables'];
/** Grants for moving the pictures of deleted and recovered videos. */
export const hidesPictures = { media: [...readObjectActions, 'PutObject', 'DeleteObject'] } satisfies Grants['buckets'];

/** Actions that probe and encode sources; MediaConvert reads a probed file with the caller's rights. */
export const encodingActions: readonly ServiceAction[] = [
  'mediaconvert:Probe',
  'mediaconvert:CreateJob',
  'mediaconvert:CancelJob',
];

/** Actions on `messages` of functions that send mail: the outbox, and the addresses that return it. */
export const mailActions = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

export const publishesDomainEvents: Grants = {
  tables: { messages: ['PutItem', 'DeleteItem'] },
  services: ['events:PutEvents'],
};

/** Grants for copying the cameras' signal into their match. */
export const followsSignal: Grants = {
  ...publishesDomainEvents,
  tables: { ...publishesDomainEvents.tables, broadcasts: ['Query'], events: changeActions },
};

export const withholdsItems: Grants = {
  tables: {
    matters: [...listActions, ...changeActions],
    events: [...listActions, ...changeActions],
    vods: [...listActions, ...changeActions],
    clips: changeActions,
    content: changeActions,
    broadcasts: ['GetItem'],
    // The index of withdrawn items.
    uploads: ['PutItem', 'DeleteItem'],
    clubs: ['GetItem', ...listActions],
    staff: listActions,
    messages: mailActions,
  },
  buckets: writesLists,
  services: ['events:PutEvents'],
};

export const decidesMatters: Grants = mergeGrants(withholdsItems, { services: ['ses:SendEmail'] });

/**
 * Grants for adding entries to the audit. No function may delete one. A put can replace one, because IAM has no condition
 * on what exists: anchors reveal that (functions/trust/audit/anchors.ts).
 */
export const audits: Grants = { tables: { audit: ['Query', 'PutItem'] } };

/** Adds the audit to grants that write a list, because every change of its items is audited. */
const withAudit = (grants: Grants): Grants =>
  grants.buckets?.catalogue?.includes('PutObject') ? mergeGrants(grants, audits) : grants;

/** Adds the match to grants that write recordings, because each write inherits what protects the match. */
const withMatches = (grants: Grants): Grants =>
  grants.tables?.vods?.includes('PutItem') ? mergeGrants(grants, { tables: { events: ['GetItem'] } }) : grants;

/** Adds the grants that every write of a list needs. */
export const withWriteRules = (grants: Grants): Grants => withMatches(withAudit(grants));

/** Grants for reading the clubs' statements, to check an item before it is written. */
export const checksImageRights: Grants = {
  tables: { rights: ['Query'], clubs: ['Query'], events: ['Query'] },
  buckets: readsLists,
};

export const appliesImageRights: Grants = {
  tables: {
    ...checksImageRights.tables,
    ...publishesDomainEvents.tables,
    events: changeActions,
    vods: changeActions,
    // The index of withdrawn items, which contains those for families.
    uploads: ['PutItem', 'DeleteItem'],
  },
  buckets: writesLists,
  services: publishesDomainEvents.services ?? [],
};

/** Grants for ending views of live streams; a scheduled job retries throttled calls. */
export const endsViews: Grants = {
  tables: { leases: ['Query', 'PutItem', 'DeleteItem'], broadcasts: ['GetItem'] },
  services: ['ivs:BatchStartViewerSessionRevocation', 'ivs:StartViewerSessionRevocation'],
};

/** Grants for applying events of the payment provider: entitlements and receipts. */
export const appliesPayments: Grants = {
  tables: {
    users: ['GetItem', 'UpdateItem'],
    events: ['GetItem'],
    purchases: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    'stripe-events': ['BatchGetItem', 'PutItem'],
    ...audits.tables,
    messages: mailActions,
    // The token of the receipt's link to set a first password.
    sessions: ['PutItem'],
  },
  // The documents that a receipt attaches.
  buckets: { web: readObjectActions },
  services: ['events:PutEvents', 'ses:SendEmail'],
  secrets: ['stripe'],
};

export function mergeGrants(...all: readonly Grants[]): Grants {
  return {
    tables: mergeLists(all.map(({ tables = {} }) => tables)),
    buckets: mergeLists(all.map(({ buckets = {} }) => buckets)),
    services: mergeDistinct(all.map(({ services = [] }) => services)),
    secrets: mergeDistinct(all.map(({ secrets = [] }) => secrets)),
  };
}

type Lists<Name extends string, Action> = Partial<Record<Name, readonly Action[]>>;

function mergeLists<Name extends string, Action>(all: readonly Lists<Name, Action>[]): Lists<Name, Action> {
  const names = [...new Set(all.flatMap((lists) => Object.keys(lists)))] as Name[];
  const merged = names.map((name) => [name, mergeDistinct(all.map((lists) => lists[name] ?? []))]);
  return Object.fromEntries(merged) as Lists<Name, Action>;
}

function mergeDistinct<T>(all: readonly (readonly T[])[]): readonly T[] {
  return [...new Set(all.flat())];
}
