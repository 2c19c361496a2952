/**
 * EventBridge event patterns with the operators of `Matcher`, no others.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface EventPattern {
  [field: string]: EventPattern | Matcher[];
}

type Scalar = string | number | boolean | null;

export type Matcher = Scalar | { prefix: string } | { suffix: string };

/** Every field of the pattern must match; the event's other fields are ignored. */
export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const value = isObject(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    if (!Array.isArray(expected)) return matchesPattern(expected, value);
    // An array in the event matches if one of its members does.
    const values = Array.isArray(value) ? value : [value];
    return expected.some((matcher) => values.some((one) => matchesValue(matcher, one)));
  });
}

/** Validates a pattern when its rule is created. @throws Error for unsupported operators. */
export function assertSupportedPattern(pattern: EventPattern): void {
  for (const [field, wanted] of Object.entries(pattern)) {
    if (!Array.isArray(wanted)) {
      if (!isObject(wanted) || field === '$or')
        throw new Error(`The pattern for "${field}" must be a list or an object`);
      assertSupportedPattern(wanted);
      continue;
    }
    for (const matcher of wanted) {
      if (!isObject(matcher)) continue;
      const [operator = '', ...others] = Object.keys(matcher);
      if (others.length > 0 || !operators.includes(operator))
        throw new Error(`The local event bus does not support ${JSON.stringify(matcher)} for "${field}"`);
    }
  }
}

const operators = ['prefix', 'suffix'];

function matchesValue(matcher: Matcher, value: unknown): boolean {
  if (typeof matcher !== 'object' || matcher === null) return matcher === value;
  if (typeof value !== 'string') return false;
  return 'prefix' in matcher ? value.startsWith(matcher.prefix) : value.endsWith(matcher.suffix);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
