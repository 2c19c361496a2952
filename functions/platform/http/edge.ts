/** Requests that come by way of CloudFront prove it with a key that only its distribution sends. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalEnvironment } from '../aws/environment.ts';

function cameByEdge({ headers }: APIGatewayProxyEventV2): boolean {
  const key = optionalEnvironment('EDGE_KEY');
  return key !== undefined && headers['cantera-edge-key'] === key;
}

/** Where a firewall stands before the edge, nobody goes around it. */
export const bypassesEdge = (event: APIGatewayProxyEventV2): boolean =>
  Boolean(optionalEnvironment('EDGE_ONLY')) && !cameByEdge(event);

/** Behind the edge the peer is one of its machines: its word on the viewer's address counts when it proves itself. */
export const viewerAddress = (event: APIGatewayProxyEventV2): string =>
  (cameByEdge(event) && event.headers['x-viewer-address']) || event.requestContext.http.sourceIp;
