/**
 * EventBridge event patterns with the operators of `Matcher`; numeric, wildcard, cidr and $or are unsupported.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface EventPattern {
  [field: string]: EventPattern | Matcher[];
}

type Scalar = string | number | boolean | null;

export type Matcher =
  | Scalar
  | { prefix: string }
  | { suffix: string }
  | { exists: boolean }
  | { 'anything-but': Scalar | Scalar[] | { prefix: string } }
  | { 'equals-ignore-case': string };

/** Every field of the pattern must match; other fields of the event are ignored. */
export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const value = isObject(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    if (!Array.isArray(expected)) return matchesPattern(expected, value);
    // An array in the event matches when any of its members does.
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
      if (others.length > 0 || !operators.includes(operator)) {
        throw new Error(`The local event bus does not support ${JSON.stringify(matcher)} for "${field}"`);
      }
    }
  }
}

const operators = ['prefix', 'suffix', 'exists', 'anything-but', 'equals-ignore-case'];

function matchesValue(matcher: Matcher, value: unknown): boolean {
  if (typeof matcher !== 'object' || matcher === null) return matcher === value;
  if ('exists' in matcher) return matcher.exists === (value !== undefined);
  if (value === undefined) return false;
  if ('anything-but' in matcher) {
    const excluded = matcher['anything-but'];
    return Array.isArray(excluded) ? !excluded.some((one) => one === value) : !matchesValue(excluded, value);
  }
  if (typeof value !== 'string') return false;
  if ('prefix' in matcher) return value.startsWith(matcher.prefix);
  if ('suffix' in matcher) return value.endsWith(matcher.suffix);
  return value.toLowerCase() === matcher['equals-ignore-case'].toLowerCase();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
