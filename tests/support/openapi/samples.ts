/** Values that a schema of the document accepts, and values just beyond each of its bounds. */
import * as fc from 'fast-check';
import { visiblePattern } from '../../../shared/domain/visible-text.ts';
import { ajv, type JsonSchema, toAbsolute } from './document.ts';

/** Random values that the schema accepts, with the start date before the end date. */
export function validValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  const validate = ajv.compile(toAbsolute(schema));
  let rejected = 0;
  return arbitrary(schema)
    .map(sortDates)
    .filter((value) => {
      if (validate(value) === true) return true;
      if (++rejected > 20_000)
        throw new Error(`No valid value was generated: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`);
      return false;
    });
}

/** Puts the start before the end, because JSON Schema cannot compare two members. */
function sortDates(value: unknown): unknown {
  const { scheduledStartDate: from, scheduledFinishDate: to } = (value ?? {}) as Record<string, unknown>;
  if (typeof from !== 'string' || typeof to !== 'string' || from < to) return value;
  const later = new Date(Date.parse(from) + 60_000).toISOString();
  return { ...(value as object), scheduledFinishDate: later };
}

function arbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, examples, properties = {}, required = [], minimum = -1e6, maximum = 1e6 } = schema;
  if (examples) return fc.constantFrom(...examples);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (type === 'object') {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitrary(one)]));
    return fc.record(fields, { requiredKeys: required });
  }
  if (anyOf) return fc.oneof(...anyOf.map(arbitrary));
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 5 });
    default:
      return fc.jsonValue();
  }
}

function text({ format, pattern, allOf = [], minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  if (format === 'date-time' || format === 'date') {
    const range = { min: new Date('2000-01-02'), max: new Date('2199-12-30'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString().slice(0, format === 'date' ? 10 : undefined));
  }
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  // Only this pattern describes a text; the others exclude characters.
  const [shape] = patterns.filter((one) => !one.includes('u0000') && one !== visiblePattern.source);
  // Patterns cannot express the control letter of a DNI, NIE or CIF.
  if (shape?.includes('[0-9]{8}[A-Za-z]')) return fc.constantFrom('12345678Z', 'x1234567l', ' B12345674 ');
  if (shape) return fc.stringMatching(new RegExp(shape));
  const letters = fc.constantFrom(...'abcñÑéü çÇ 0123456789.,-_/¿?¡!€');
  return fc.string({ unit: letters, minLength, maxLength: Math.min(maxLength, 100) });
}

/** One invalid value for each bound of a schema, by the bound's name; nested schemas included. */
export function listInvalid(schema: JsonSchema, valid: unknown): [string, unknown][] {
  if (schema.type === 'object' && typeof valid === 'object' && valid !== null) {
    const object = valid as Record<string, unknown>;
    const missing = (schema.required ?? []).map((name): [string, unknown] => {
      const { [name]: _, ...rest } = object;
      return [`${name} is missing`, rest];
    });
    const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      listInvalid(one, object[name]).map(([bound, value]): [string, unknown] => [
        `${name} ${bound}`,
        { ...object, [name]: value },
      ]),
    );
    return [...missing, ...wrong];
  }
  const { type, minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema;
  const repeatLetter = (length: number) => 'a'.repeat(length);
  return [
    ...(schema.enum ? [['is none of the enum', 'NONE_OF_THESE'] as [string, unknown]] : []),
    ...(minLength ? [[`is shorter than ${minLength}`, repeatLetter(minLength - 1)] as [string, unknown]] : []),
    ...(type === 'string' && maxLength !== undefined
      ? [[`is longer than ${maxLength}`, repeatLetter(maxLength + 1)] as [string, unknown]]
      : []),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
      ? [[`is below ${minimum}`, minimum - 1] as [string, unknown]]
      : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [[`is above ${maximum}`, maximum + 1] as [string, unknown]]
      : []),
    ...(minItems ? [['has too few', []] as [string, unknown]] : []),
    ...(maxItems !== undefined && Array.isArray(valid)
      ? [['has too many', Array.from({ length: maxItems + 1 }, () => valid[0])] as [string, unknown]]
      : []),
    ...(pattern || format ? [['does not look like it', '\u0001 <>"'] as [string, unknown]] : []),
    ...(type && type !== 'string' ? [['is of another type', 'x y'] as [string, unknown]] : []),
    ...(type === 'string' ? [['is of another type', { a: 1 }] as [string, unknown]] : []),
  ];
}
