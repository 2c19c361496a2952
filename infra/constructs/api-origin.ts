/** The API as an origin of a distribution, which proves with a header that the request came through CloudFront. */

import { OriginProtocolPolicy, OriginSslPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { DataStack } from '../stacks/data.ts';

export function apiOrigin({ api, edgeKey, region, urlSuffix }: DataStack): HttpOrigin {
  return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // A reference that CloudFormation resolves: the key itself is in no template.
    customHeaders: { 'cantera-edge-key': edgeKey.unsafeUnwrap() },
  });
}
