/**
 * The web host: the app's bucket, and the distribution for app and API. The Api stack uploads the app after its routes
 * (constructs/web-release.ts).
 */
import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AccessLevel } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { createResponseHeaders, webBehaviours } from '../cdn.ts';
import { captchaOrigin } from '../config.ts';
import { createApiOrigin } from '../constructs/api-origin.ts';
import { BehavioursDistribution } from '../constructs/behaviours.ts';
import { DnsRecords } from '../constructs/dns-records.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import type { DataStack } from './data.ts';
import type { FirewallStack } from './firewall.ts';
import type { MediaStack } from './media.ts';

interface Foundations {
  data: DataStack;
  media: MediaStack;
  firewall: FirewallStack | undefined;
}

export class WebStack extends Stack {
  readonly bucket: PrivateBucket;
  readonly origin: string;

  constructor(scope: Construct, id: string, config: DeployConfig, { data, media, firewall }: Foundations) {
    const prefix = resourcePrefix(config.stage);
    super(scope, id, { stackName: `${prefix}web`, env: { region: config.region } });
    this.bucket = new PrivateBucket(this, 'web', config);
    const { distribution, address } = new BehavioursDistribution(this, 'WebHost', {
      name: `${prefix}web`,
      behaviours: webBehaviours,
      origins: {
        // With a permission to list the bucket, S3 answers 404 for missing objects, instead of 403.
        web: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        api: createApiOrigin(data, 'web'),
      },
      defaultRootObject: 'index.html',
      ...(firewall?.arns.web && { webAclId: firewall.arns.web }),
      headers: createResponseHeaders({
        media: media.origin,
        uploads: `https://${data.uploadsDomain}`,
        live: ['https://*.live-video.net'],
        captcha: config.captchaSiteKey ? [captchaOrigin, 'https://www.gstatic.com'] : [],
        analytics: config.analyticsId !== '',
        https: true,
        strictSubdomains: config.strictSubdomains,
      }),
      ...(config.domain && {
        host: {
          name: config.domain,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', config.certificateArn),
        },
      }),
    });
    Validations.of(distribution).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'The default root object hides the listing.',
    });
    this.origin = address;
    new DnsRecords(this, 'Dns', config, config.domain, distribution);
    new CfnOutput(this, 'WebDistribution', { value: distribution.distributionId });
    new CfnOutput(this, 'WebOrigin', { value: this.origin });
    new CfnOutput(this, 'WebTarget', { value: distribution.distributionDomainName });
  }
}
