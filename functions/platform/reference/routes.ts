/** The OpenAPI document, and a page that reads it out. */
import { contract } from '../../../shared/contract.ts';
import type { Endpoints } from '../../../shared/endpoint.ts';
import { referenceEndpoints } from '../../../shared/platform/reference.ts';
import { optionalEnvironment } from '../aws/environment.ts';
import { serve } from '../http/serve.ts';
import { openApi } from './openapi.ts';
import { referencePage } from './page.ts';

export const handler = serve(referenceEndpoints, {
  'GET /openapi.json': async () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    body: JSON.stringify(document()),
  }),
  'GET /docs': async () => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: referencePage(contract),
  }),
});

const document = () => openApi(contract as Endpoints, `${optionalEnvironment('WEB_ORIGIN') ?? ''}/api`);
