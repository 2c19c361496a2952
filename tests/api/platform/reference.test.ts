/** The OpenAPI document as the API answers it. */
import { expect, test } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { splitKey } from '../../../shared/contract/endpoint.ts';
import { toAddress } from '../../support/api.ts';

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  parameters: { name: string; in: string }[];
}

test('[A-GEN-8] lists every endpoint with parameters and answers', async () => {
  const answer = await fetch(toAddress('GET /openapi.json'));
  expect(answer.headers.get('content-type')).toContain('application/json');
  const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, Operation>> };
  expect(document.openapi).toBe('3.1.0');
  const ids = new Set<string>();
  for (const [key, endpoint] of Object.entries(contract)) {
    const { method, path } = splitKey(key);
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation, key).toBeDefined();
    ids.add(operation!.operationId);
    expect(Object.keys(operation!.responses)).toContain('500');
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    for (const name of inPath) expect(path).toContain(name);
    if ('status' in endpoint) expect(Object.keys(operation!.responses)).toContain(String(endpoint.status));
  }
  expect(ids.size).toBe(Object.keys(contract).length);
});
