/** A and AAAA records of a host in Route 53; without a hosted zone they must be created elsewhere. */
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DeployConfig } from '../settings.ts';

export class DnsRecords extends Construct {
  constructor(scope: Construct, id: string, config: DeployConfig, host: string, distribution: Distribution) {
    super(scope, id);
    const { domain, hostedZoneId } = config;
    if (!domain || !hostedZoneId) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domain });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    // The trailing dot makes the name absolute, as the zone may be a parent of the domain.
    new ARecord(this, 'A', { zone, recordName: `${host}.`, target });
    new AaaaRecord(this, 'Aaaa', { zone, recordName: `${host}.`, target });
  }
}
