/** Checks answers against the OpenAPI document, which must describe every answer of a test's `call`. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApi } from '../../../functions/platform/reference/openapi.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { type Endpoints, splitKey } from '../../../shared/contract/endpoint.ts';

/** The part of an operation that the tests read. */
export interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema } | undefined> };
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> } | undefined>;
}

export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  examples?: unknown[];
  default?: unknown;
}

export const document = openApi(contract as Endpoints, '/api');

export function findOperation(key: string): Operation {
  const { method, path } = splitKey(key);
  return document.paths[path]?.[method.toLowerCase()] as Operation;
}

/** JSON Schema 2020-12, as OpenAPI 3.1 requires; unknown keywords are errors. */
export const ajv = addFormats.default(
  new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }),
);
ajv.addSchema({ $id: 'document', components: document.components });
ajv.addKeyword('components');

const validators = new Map<string, ValidateFunction | undefined>();

/** Describes how an answer departs from the document; undefined if it does not. */
export function describeMismatch(key: string, status: number, body: unknown): string | undefined {
  const response = findOperation(key).responses[status];
  if (!response) return `${key} answers ${status} ${JSON.stringify(body)}, which the document does not name`;
  const id = `${key} ${status}`;
  if (!validators.has(id)) {
    const schema = response.content?.['application/json']?.schema;
    validators.set(id, schema && ajv.compile(toAbsolute(schema)));
  }
  const validate = validators.get(id);
  if (!validate || validate(body)) return undefined;
  return `${id} is not as the document says: ${ajv.errorsText(validate.errors)}`;
}

/** Makes references to `#/components/…` absolute, so that the schema stands alone. */
export function toAbsolute(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
}
