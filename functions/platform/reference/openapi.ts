/** Generates the OpenAPI 3.1 document from the contract. Pure. */
import * as z from 'zod';
import { type Endpoint, type Endpoints, type FormFileField, splitKey } from '../../../shared/contract/endpoint.ts';
import { type ErrorCode, errors } from '../../../shared/contract/errors.ts';
import { listErrorCodes } from './error-codes.ts';

const bearer: Partial<Record<Endpoint['access'], object[]>> = {
  viewer: [{ bearer: [] }],
  staff: [{ bearer: [] }],
  scorer: [{ bearer: [] }],
  clubStaff: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  partner: [{ partnerKey: [] }],
};

export function openApi(contract: Endpoints, server: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(contract)) {
    const { method, path } = splitKey(key);
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(method, path, endpoint) };
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
          properties: {
            code: { type: 'string', enum: Object.keys(errors) },
            message: { type: 'string', description: 'Spanish text for users' },
          },
        },
      },
    },
  };
}

function describeOperation(method: string, path: string, endpoint: Endpoint) {
  const status = String(endpoint.status ?? 200);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: endpoint.summary,
    tags: [path.split('/')[1] ?? ''],
    'x-access': endpoint.access,
    security: bearer[endpoint.access] ?? [{}, { bearer: [] }],
    parameters: [...describePathParameters(path), ...queryParameters(endpoint)],
    ...(endpoint.body || endpoint.files ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [status]: describeSuccess(endpoint),
      ...(endpoint.cache && !endpoint.produces ? { 304: { description: 'The cached response is still current' } } : {}),
      ...Object.fromEntries(
        [...listErrorCodes(path, endpoint)].map(([status, codes]) => [status, describeErrors(codes)]),
      ),
    },
  };
}

function describePathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    // A value that does not match is answered with 404.
    schema: { type: 'string', pattern: '^[\\w.-]{1,128}$' },
  }));
}

function queryParameters({ query }: Endpoint) {
  if (!query) return [];
  const schema = toOpenApiSchema(query, 'input');
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

/** If both are accepted, JSON with `file` opens a multipart upload, and a form carries the file itself. */
function requestBody({ body, files }: Endpoint) {
  const schema: JsonSchema = body ? toOpenApiSchema(body, 'input') : { type: 'object' };
  if (!files) return { required: true, content: { 'application/json': { schema } } };
  const { file, ...fields } = schema.properties ?? {};
  const required = schema.required ?? [];
  const needed = Object.keys(files).filter((name) => files[name]?.required);
  const form = {
    ...schema,
    required: [...required, ...needed],
    properties: {
      ...fields,
      ...Object.fromEntries(Object.entries(files).map(([name, one]) => [name, toFileSchema(one)])),
    },
  };
  const encoding = Object.fromEntries(Object.entries(files).map(([name, { type }]) => [name, { contentType: type }]));
  const json = { ...schema, required: [...required, ...(file ? ['file'] : [])] };
  return {
    required: true,
    content: {
      ...(body ? { 'application/json': { schema: json } } : {}),
      'multipart/form-data': { schema: form, encoding },
    },
  };
}

const toFileSchema = ({ bytes, type }: FormFileField) => ({
  type: 'string',
  contentMediaType: type,
  maxLength: bytes,
  description: `At most ${bytes} bytes`,
});

function describeErrors(codes: ErrorCode[]) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { code, message: errors[code].message } }]));
  return {
    description: codes.map((code) => `${code}: ${errors[code].message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error', properties: { code: { enum: codes } } },
        examples,
      },
    },
  };
}

function describeSuccess({ produces, data, extra, summary }: Endpoint) {
  if (produces) return { description: summary, content: { [produces]: {} } };
  const more = extra ? toOpenApiSchema(extra, 'output').properties : {};
  const schema = {
    type: 'object',
    required: ['message', ...(data ? ['data'] : [])],
    properties: { ...(data ? { data: toOpenApiSchema(data, 'output') } : {}), ...more, message: { type: 'string' } },
  };
  return { description: summary, content: { 'application/json': { schema } } };
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, { type?: string }>;
  required?: string[];
}

function toOpenApiSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}
