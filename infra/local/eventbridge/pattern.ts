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
export function matches(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = isObject(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    if (!Array.isArray(wanted)) return matches(wanted, value);
    // An array in the event matches when any of its members does.
    const values = Array.isArray(value) ? value : [value];
    return wanted.some((matcher) => values.some((one) => fits(matcher, one)));
  });
}

/** Validates a pattern when its rule is created. @throws Error for unsupported operators. */
export function checkPattern(pattern: EventPattern): void {
  for (const [field, wanted] of Object.entries(pattern)) {
    if (!Array.isArray(wanted)) {
      if (!isObject(wanted) || field === '$or')
        throw new Error(`The pattern for "${field}" must be a list or an object`);
      checkPattern(wanted);
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

function fits(matcher: Matcher, value: unknown): boolean {
  if (typeof matcher !== 'object' || matcher === null) return matcher === value;
  if ('exists' in matcher) return matcher.exists === (value !== undefined);
  if (value === undefined) return false;
  if ('anything-but' in matcher) {
    const not = matcher['anything-but'];
    return Array.isArray(not) ? !not.some((one) => one === value) : !fits(not, value);
  }
  if (typeof value !== 'string') return false;
  if ('prefix' in matcher) return value.startsWith(matcher.prefix);
  if ('suffix' in matcher) return value.endsWith(matcher.suffix);
  return value.toLowerCase() === matcher['equals-ignore-case'].toLowerCase();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
