/** The API as a CloudFront origin; two headers prove that a distribution forwarded the request, and name its host. */

import { OriginProtocolPolicy, OriginSslPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { DataStack } from '../stacks/data.ts';

export function createApiOrigin({ api, edgeKey, region, urlSuffix }: DataStack, host: 'web' | 'media'): HttpOrigin {
  return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // `unsafeUnwrap` writes a dynamic reference into the template, not the key. Both headers replace those that a
    // viewer sent.
    customHeaders: { 'cantera-edge-key': edgeKey.unsafeUnwrap(), 'cantera-edge-host': host },
  });
}
