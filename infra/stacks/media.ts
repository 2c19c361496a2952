/** The media host: bucket and distribution of videos and images, playback keys, IVS and MediaConvert resources. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { KeyValueStore } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnChannel, CfnRecordingConfiguration } from 'aws-cdk-lib/aws-ivs';
import { Bucket, StorageClass } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { reconnectWindowMs } from '../../shared/domain/limits.ts';
import { createResponseHeaders, mediaBehaviours } from '../cdn.ts';
import { acknowledge, createAnyObjectFinding, toWildcardId } from '../constructs/acknowledge.ts';
import { createApiOrigin } from '../constructs/api-origin.ts';
import { BehavioursDistribution } from '../constructs/behaviours.ts';
import { DnsRecords } from '../constructs/dns-records.ts';
import { bucketArn, bucketName, toObjectsArn } from '../constructs/names.ts';
import { PlaybackKeys } from '../constructs/playback-keys/playback-keys.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import type { DataStack } from './data.ts';
import type { FirewallStack } from './firewall.ts';

export class MediaStack extends Stack {
  readonly origin: string;
  readonly playbackSecretArn: string;
  readonly withdrawalsArn: string;
  /** Two equal configurations, between which a channel alternates, so that each match gets a recording of its own. */
  readonly recordingConfigurationArns: string[];
  readonly mediaConvertRole: Role;
  /** RTMP server for cameras: `rtmps://…/app/`. */
  readonly streamServer: string;

  constructor(scope: Construct, id: string, config: DeployConfig, data: DataStack, firewall?: FirewallStack) {
    const prefix = resourcePrefix(config.stage);
    super(scope, id, { stackName: `${prefix}media`, env: { region: config.region } });
    const bucket = new PrivateBucket(this, 'media', config, {
      // Most matches are watched in their first weeks. Intelligent Tiering moves unused objects to cheaper storage and
      // back, without retrieval fees.
      lifecycleRules: [
        ...['vods/', 'contentvideos/', 'advideos/', 'clips/'].map((prefix) => ({
          prefix,
          transitions: [{ storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(30) }],
        })),
        // Pictures of link previews are created again on request.
        { prefix: 'share/', expiration: Duration.days(90) },
      ],
    });
    const keys = new PlaybackKeys(this, 'PlaybackKeys', config);
    this.playbackSecretArn = keys.secret.secretArn;
    const withdrawals = new KeyValueStore(this, 'Withdrawals', { keyValueStoreName: `${prefix}withdrawals` });
    this.withdrawalsArn = withdrawals.keyValueStoreArn;

    const { distribution, address } = new BehavioursDistribution(this, 'MediaHost', {
      name: `${prefix}media`,
      behaviours: mediaBehaviours,
      origins: {
        media: S3BucketOrigin.withOriginAccessControl(bucket),
        // The bucket is referred to by name; its policy in data.ts allows the distribution.
        recordings: S3BucketOrigin.withOriginAccessControl(
          Bucket.fromBucketName(this, 'Recordings', bucketName(config.stage, 'recordings')),
        ),
        api: createApiOrigin(data, 'media'),
      },
      headers: createResponseHeaders({ https: true, strictSubdomains: config.strictSubdomains }),
      ...(firewall?.arns.media && { webAclId: firewall.arns.media }),
      keyGroup: keys.keyGroup,
      withdrawals,
      ...(config.domain && {
        host: {
          name: `media.${config.domain}`,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', config.certificateArn),
        },
      }),
    });
    this.origin = address;
    new DnsRecords(this, 'Dns', config, `media.${config.domain}`, distribution);

    this.recordingConfigurationArns = ['Recording', 'NextRecording'].map(
      (name, index) =>
        new CfnRecordingConfiguration(this, name, {
          name: `${prefix}recording${index === 0 ? '' : '-next'}`,
          destinationConfiguration: { s3: { bucketName: bucketName(config.stage, 'recordings') } },
          // The window within which a reconnect continues the same broadcast for viewers.
          recordingReconnectWindowSeconds: reconnectWindowMs / 1000,
          // The back office shows a camera's latest thumbnail.
          thumbnailConfiguration: { recordingMode: 'INTERVAL', targetIntervalSeconds: 30, storage: ['LATEST'] },
        }).attrArn,
    );
    // CloudFormation returns the account's ingest server only as an attribute of a channel; this one never streams.
    const channel = new CfnChannel(this, 'IngestAddress', { name: `${prefix}ingest-address`, authorized: true });
    this.streamServer = `rtmps://${channel.attrIngestEndpoint}:443/app/`;
    this.mediaConvertRole = this.#createMediaConvertRole(config.stage);
    new CfnOutput(this, 'MediaDistribution', { value: distribution.distributionId });
    new CfnOutput(this, 'MediaOrigin', { value: this.origin });
    new CfnOutput(this, 'MediaTarget', { value: distribution.distributionDomainName });
  }

  /**
   * Creates the role by which MediaConvert reads sources and writes encodings; functions may pass it to no other
   * service.
   */
  #createMediaConvertRole(stage: string): Role {
    const role = new Role(this, 'MediaConvertRole', {
      roleName: `${resourcePrefix(stage)}mediaconvert`,
      assumedBy: new ServicePrincipal('mediaconvert.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    const read = [bucketArn(stage, 'uploads'), bucketArn(stage, 'recordings')];
    const write = bucketArn(stage, 'media');
    const allow = (action: string, resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions: [action], resources }));
    allow('s3:ListBucket', read);
    allow('s3:GetObject', read.map(toObjectsArn));
    allow('s3:PutObject', [toObjectsArn(write)]);
    // Crests in the corner of clips, and title cards of summaries.
    const pictures = [`${write}/thumbnails/clubs/*`, `${write}/clips/*/card.png`];
    allow('s3:GetObject', pictures);
    for (const picture of pictures)
      acknowledge(role, { [toWildcardId(picture)]: 'Images for clips only, no encoded videos.' });
    for (const bucket of [...read, write]) acknowledge(role, createAnyObjectFinding(bucket));
    return role;
  }
}
