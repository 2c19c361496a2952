/** Query and body of each endpoint: the OpenAPI document and the server must accept the same values. */
import * as fc from 'fast-check';
import { contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { findOperation, type JsonSchema } from './document.ts';
import { listInvalid, validValues } from './samples.ts';

export interface Shape {
  key: string;
  part: 'query' | 'body';
  schema: JsonSchema;
  accepts: (value: unknown) => boolean;
}

export const shapes = Object.entries<Endpoint>(contract).flatMap(([key, { query, body, files }]): Shape[] => {
  const { parameters, requestBody } = findOperation(key);
  const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
  const asObject: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(ofQuery.map(({ name, schema }) => [name.replace('[]', ''), schema])),
    required: ofQuery.filter(({ required }) => required).map(({ name }) => name),
  };
  const json = requestBody?.content['application/json']?.schema;
  // The handler itself requires either `file` or the form's file.
  const hasFile = (value: unknown) => !(files && !(value as { file?: unknown }).file);
  return [
    ...(query
      ? [{ key, part: 'query' as const, schema: asObject, accepts: (value: unknown) => query.safeParse(value).success }]
      : []),
    ...(body && json
      ? [
          {
            key,
            part: 'body' as const,
            schema: json,
            accepts: (value: unknown) => body.safeParse(value).success && hasFile(value),
          },
        ]
      : []),
  ];
});

/** Describes values about which document and server disagree; `samples` is the number of random values. */
export function listDisagreements({ key, part, schema, accepts }: Shape, samples: number): string[] {
  const values = fc.sample(validValues(schema), { numRuns: samples, seed: 29 });
  const refused = values.find((value) => !accepts(value));
  if (refused !== undefined)
    return [
      `the ${part} of ${key} refuses ${JSON.stringify(refused)}, which the OpenAPI document allows: state the rule as one bound or pattern, not by refine or an option`,
    ];
  return listInvalid(schema, values[0])
    .filter(([, value]) => accepts(value))
    .map(([bound]) => `the ${part} of ${key} accepts a value that the OpenAPI document forbids: ${bound}`);
}
