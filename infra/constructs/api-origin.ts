/** The API as a CloudFront origin; headers prove that a request came through a distribution, and name it. */

import { OriginProtocolPolicy, OriginSslPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { DataStack } from '../stacks/data.ts';

export function createApiOrigin({ api, edgeKey, region, urlSuffix }: DataStack, host: 'web' | 'media'): HttpOrigin {
  return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // A dynamic reference: the template does not contain the key itself. Both headers replace any value that the viewer
    // sent.
    customHeaders: { 'cantera-edge-key': edgeKey.unsafeUnwrap(), 'cantera-edge-host': host },
  });
}
