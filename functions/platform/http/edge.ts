/** Requests through CloudFront carry a key that only its distributions send, and the name of the distribution. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalEnvironment } from '../aws/environment.ts';

function isFromEdge({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const key = optionalEnvironment('EDGE_KEY');
  return key !== undefined && headers['cantera-edge-key'] === key;
}

/** True for requests whose signature the media host has checked; it does not forward the signature itself. */
export const isFromMediaHost = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  isFromEdge({ headers }) && headers['cantera-edge-host'] === 'media';

/** With a firewall in front of CloudFront, requests must not bypass it. */
export const bypassesEdge = (event: APIGatewayProxyEventV2): boolean =>
  Boolean(optionalEnvironment('EDGE_ONLY')) && !isFromEdge(event);

/** Behind CloudFront the peer is an edge server; the forwarded viewer address is trusted only with the key. */
export const readViewerAddress = (event: APIGatewayProxyEventV2): string =>
  (isFromEdge(event) && event.headers['x-viewer-address']) || event.requestContext.http.sourceIp;
