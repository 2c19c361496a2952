/** Contract → OpenAPI 3.1. Pure: paths, parameters, bodies and answers as JSON Schema, errors once for all. */
import * as z from 'zod';
import { type Endpoint, type Endpoints, splitKey } from '../../../shared/endpoint.ts';

const bearer: Partial<Record<Endpoint['access'], object[]>> = {
  viewer: [{ bearer: [] }],
  staff: [{ bearer: [] }],
  clubStaff: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  partner: [{ partnerKey: [] }],
};

export function openApi(contract: Endpoints, server: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(contract)) {
    const { method, path } = splitKey(key);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cantera TV', version: '1.0.0' },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        partnerKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  };
}

function operation(method: string, path: string, endpoint: Endpoint) {
  const status = String(endpoint.status ?? 200);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: endpoint.summary,
    tags: [path.split('/')[1] ?? ''],
    'x-access': endpoint.access,
    security: bearer[endpoint.access] ?? [{}, { bearer: [] }],
    parameters: [...pathParameters(path), ...queryParameters(endpoint)],
    ...(endpoint.body || endpoint.files ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [status]: success(endpoint),
      default: {
        description: 'A refusal, with a code and a Spanish text',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Endpoint) {
  if (!query) return [];
  const schema = jsonSchema(query, 'input');
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isList = typeof property === 'object' && property.type === 'array';
    return {
      name: isList ? `${name}[]` : name,
      in: 'query',
      required: required.has(name),
      schema: property,
      ...(isList ? { style: 'form', explode: true } : {}),
    };
  });
}

function requestBody({ body, files }: Endpoint) {
  const json = body && jsonSchema(body, 'input');
  const form = files && {
    type: 'object',
    properties: {
      ...json?.properties,
      ...Object.fromEntries(Object.keys(files).map((name) => [name, { type: 'string', format: 'binary' }])),
    },
  };
  return {
    required: true,
    content: {
      ...(json ? { 'application/json': { schema: json } } : {}),
      ...(form ? { 'multipart/form-data': { schema: form } } : {}),
    },
  };
}

function success({ produces, data, extra, summary }: Endpoint) {
  if (produces) return { description: summary, content: { [produces]: {} } };
  const more = extra ? jsonSchema(extra, 'output').properties : {};
  const schema = {
    type: 'object',
    required: ['message', ...(data ? ['data'] : [])],
    properties: { ...(data ? { data: jsonSchema(data, 'output') } : {}), ...more, message: { type: 'string' } },
  };
  return { description: summary, content: { 'application/json': { schema } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as { properties?: Record<string, { type?: string }>; required?: string[] };
}
