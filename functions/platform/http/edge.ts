/** Requests through CloudFront carry a key that only its distribution sends. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalEnvironment } from '../aws/environment.ts';

function cameByEdge({ headers }: APIGatewayProxyEventV2): boolean {
  const key = optionalEnvironment('EDGE_KEY');
  return key !== undefined && headers['cantera-edge-key'] === key;
}

/** With a firewall in front of CloudFront, requests must not bypass it. */
export const bypassesEdge = (event: APIGatewayProxyEventV2): boolean =>
  Boolean(optionalEnvironment('EDGE_ONLY')) && !cameByEdge(event);

/** Behind CloudFront the peer is an edge server; the forwarded viewer address is trusted only with the key. */
export const viewerAddress = (event: APIGatewayProxyEventV2): string =>
  (cameByEdge(event) && event.headers['x-viewer-address']) || event.requestContext.http.sourceIp;
