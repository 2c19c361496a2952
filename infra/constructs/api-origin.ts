/** The API as a CloudFront origin; a secret header proves that a request came through the distribution. */

import { OriginProtocolPolicy, OriginSslPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { DataStack } from '../stacks/data.ts';

export function createApiOrigin({ api, edgeKey, region, urlSuffix }: DataStack): HttpOrigin {
  return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // A dynamic reference: the template does not contain the key itself.
    customHeaders: { 'cantera-edge-key': edgeKey.unsafeUnwrap() },
  });
}
