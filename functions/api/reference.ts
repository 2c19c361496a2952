/** The OpenAPI document, and a page that shows it. */
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoints } from '../../shared/contract/endpoint.ts';
import { referenceEndpoints } from '../../shared/contract/reference.ts';
import { optionalEnvironment } from '../platform/aws/environment.ts';
import { serve } from '../platform/http/serve.ts';
import { openApi } from '../platform/reference/openapi.ts';
import { renderReferencePage } from '../platform/reference/page.ts';

export const handler = serve(referenceEndpoints, {
  'GET /openapi.json': async () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    body: JSON.stringify(buildDocument()),
  }),
  'GET /docs': async () => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: renderReferencePage(contract),
  }),
});

const buildDocument = () => openApi(contract as Endpoints, `${optionalEnvironment('WEB_ORIGIN') ?? ''}/api`);
