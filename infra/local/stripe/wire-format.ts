import type { StripeObject } from './objects.ts';

/** Decodes `a[b][0]=c` to `{ a: { b: { 0: 'c' } } }`. */
export function decodeForm(form: URLSearchParams): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '' && part !== '__proto__');
    let place = result;
    for (const part of path.slice(0, -1)) {
      if (typeof place[part] !== 'object') place[part] = {};
      place = place[part] as Record<string, unknown>;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return result;
}

/** Lists objects that have the values which a query names, created within its bounds. */
export function listObjects<T extends StripeObject>(objects: Record<string, T>, query: URLSearchParams): Page<T> {
  const since = Number(query.get('created[gte]') ?? 0);
  const until = Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY);
  const filters = ['customer', 'charge', 'status', 'type'].filter((name) => query.has(name));
  const isListed = (one: T) =>
    one.created >= since && one.created < until && filters.every((name) => one[name] === query.get(name));
  return toPage(Object.values(objects).filter(isListed), query);
}

interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
}

/** Pages like Stripe: newest first, starting after `starting_after`. */
export function toPage<T extends StripeObject>(objects: T[], query: URLSearchParams): Page<T> {
  const limit = Number(query.get('limit') ?? 10);
  const ordered = objects.toReversed();
  const after = query.get('starting_after');
  const from = after ? ordered.findIndex(({ id }) => id === after) + 1 : 0;
  return { object: 'list', data: ordered.slice(from, from + limit), has_more: ordered.length > from + limit };
}

export const createErrorBody = (
  code: string | undefined,
  message: string,
  type = 'invalid_request_error',
  param?: string,
) => ({ error: { type, code, message, ...(param && { param }) } });
