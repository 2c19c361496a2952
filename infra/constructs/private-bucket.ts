/** A bucket that only our own roles and distributions reach: no public access, TLS only, encrypted, names kept. */
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { DeployConfig } from '../config.ts';
import type { BucketName } from '../grants.ts';
import { acknowledge } from './acknowledge.ts';
import { keptIn } from './kept.ts';
import { bucketName } from './names.ts';

interface PrivateBucketProps extends Pick<BucketProps, 'cors' | 'lifecycleRules'> {
  /** Whether EventBridge hears of new objects. */
  events?: boolean;
}

export class PrivateBucket extends Bucket {
  constructor(scope: Construct, name: BucketName, config: DeployConfig, { events, ...props }: PrivateBucketProps = {}) {
    super(scope, `${name[0]?.toUpperCase()}${name.slice(1)}Bucket`, {
      bucketName: bucketName(config.stage, name),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // What a trial stage leaves behind is emptied by hand: a function that may delete everything is no better.
      removalPolicy: keptIn(config.production),
      ...props,
    });
    if (events) {
      // The bucket's own property; the CDK's `eventBridgeEnabled` would bring a function that sets it.
      (this.node.defaultChild as CfnBucket).notificationConfiguration = {
        eventBridgeConfiguration: { eventBridgeEnabled: true },
      };
    }
    acknowledge(this, {
      S1: 'Server access logs would cost more than the objects: nobody but our functions and CloudFront reaches the bucket, and both keep logs.',
    });
  }
}
