import { isWokenWriter } from '../function-spec.ts';
import type { BucketName } from '../grants.ts';
import { jobFunctions } from '../jobs.ts';
import { queueName, wakingName } from '../names.ts';

export const stage = 'local';
export const tablePrefix = `cantera-${stage}-`;
export const alertsQueue = queueName(stage, 'alerts');
export const queues = [
  alertsQueue,
  ...jobFunctions.filter(({ on }) => isWokenWriter(on)).map(({ name }) => wakingName(stage, name)),
];

export const toBucketName = (bucket: BucketName) => `cantera-${stage}-${bucket}`;

/** Buckets by the environment variable that tells functions their name. */
export const buckets = {
  UPLOADS_BUCKET: toBucketName('uploads'),
  MEDIA_BUCKET: toBucketName('media'),
  RECORDINGS_BUCKET: toBucketName('recordings'),
  CATALOGUE_BUCKET: toBucketName('catalogue'),
  WEB_BUCKET: toBucketName('web'),
  ANCHORS_BUCKET: toBucketName('anchors'),
};
