/** Responds where API Gateway finds no route: 405 if the path exists with other methods, else 404. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { contract } from '../../shared/contract/contract.ts';
import { splitKey } from '../../shared/contract/endpoint.ts';
import { respondError } from '../platform/http/responses.ts';

const routes = Object.keys(contract)
  .map(splitKey)
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
  }));

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const methods = routes.filter(({ pattern }) => pattern.test(event.rawPath)).map(({ method }) => method);
  if (methods.length === 0) return respondError('REQ4040');
  return respondError('REQ4050', undefined, { allow: methods.join(', ') });
}
