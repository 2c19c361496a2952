/** A bucket without public access: TLS only, encrypted, with a fixed name. */
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { BucketName } from '../grants.ts';
import type { DeployConfig } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';
import { bucketName } from './names.ts';
import { chooseRemovalPolicy } from './removal-policy.ts';

interface PrivateBucketProps
  extends Pick<BucketProps, 'cors' | 'lifecycleRules' | 'objectLockEnabled' | 'objectLockDefaultRetention'> {
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
      // Buckets of a trial stage are emptied by hand: automatic deletion needs a function that may delete everything.
      removalPolicy: chooseRemovalPolicy(config.production),
      ...props,
    });
    if (events) {
      // The notification is set directly, because CDK's `eventBridgeEnabled` would add a custom resource.
      (this.node.defaultChild as CfnBucket).notificationConfiguration = {
        eventBridgeConfiguration: { eventBridgeEnabled: true },
      };
    }
    acknowledge(this, {
      S1: 'Server access logs would cost more than the objects; only our functions and CloudFront have access, and both log.',
    });
  }
}
