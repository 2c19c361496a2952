/**
 * The OpenAPI document as the tests hold answers against it: every answer that a test's `call` gets, success or
 * refusal, must be one that the document names for the endpoint.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApi } from '../../../functions/platform/reference/openapi.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { type Endpoints, splitKey } from '../../../shared/contract/endpoint.ts';

/** As far as the tests look at it. */
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

export function operationOf(key: string): Operation {
  const { method, path } = splitKey(key);
  return document.paths[path]?.[method.toLowerCase()] as Operation;
}

/** JSON Schema of the year that OpenAPI 3.1 takes, strict about words that it does not know. */
export const ajv = addFormats.default(
  new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }),
);
ajv.addSchema({ $id: 'document', components: document.components });
ajv.addKeyword('components');

const validators = new Map<string, ValidateFunction | undefined>();

/** What the document does not say of an answer, or undefined when it says all of it. */
export function undocumented(key: string, status: number, body: unknown): string | undefined {
  const response = operationOf(key).responses[status];
  if (!response) return `${key} answers ${status} ${JSON.stringify(body)}, which the document does not name`;
  const id = `${key} ${status}`;
  if (!validators.has(id)) {
    const schema = response.content?.['application/json']?.schema;
    validators.set(id, schema && ajv.compile(absolute(schema)));
  }
  const validate = validators.get(id);
  if (!validate || validate(body)) return undefined;
  return `${id} is not as the document says: ${ajv.errorsText(validate.errors)}`;
}

/** `#/components/…` of the document, for a schema that stands alone. */
export function absolute(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
}
