/** Converts a handler's result to an HTTP response by the rules of payload format 2.0. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export function writeResult(
  request: IncomingMessage,
  response: ServerResponse,
  result: APIGatewayProxyStructuredResultV2,
): void {
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded } = result;
  if (!Number.isInteger(statusCode) || Number(statusCode) < 100 || Number(statusCode) > 599)
    throw new Error(`Invalid status code: ${statusCode}`);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.statusCode = Number(statusCode);
  response.setHeader('content-type', 'text/plain;charset=UTF-8');
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    // The gateway's own headers take the place of these.
    if (/^(content-length|transfer-encoding|connection|access-control-.*)$/.test(lower)) continue;
    response.setHeader(lower, String(value));
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (hasNoBody(Number(statusCode))) {
    response.removeHeader('content-type');
    return void response.end();
  }
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

const hasNoBody = (status: number) => status < 200 || status === 204 || status === 304;
