import { contract } from '../../shared/contract/contract.ts';
import type { Endpoints } from '../../shared/contract/endpoint.ts';
import { referenceEndpoints } from '../../shared/contract/reference.ts';
import { optionalEnvironment } from '../platform/aws/environment.ts';
import { serve } from '../platform/http/serve.ts';
import { openApi } from '../platform/reference/openapi.ts';

export const handler = serve(referenceEndpoints, {
  'GET /openapi.json': async () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    body: JSON.stringify(buildDocument()),
  }),
});

const buildDocument = () => openApi(contract as Endpoints, `${optionalEnvironment('WEB_ORIGIN') ?? ''}/api`);
