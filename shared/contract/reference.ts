import { defineEndpoints } from './endpoint.ts';

export const referenceEndpoints = defineEndpoints({
  'GET /openapi.json': {
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    produces: 'application/json',
    cache: 300,
    publiclyCacheable: false,
  },
});
