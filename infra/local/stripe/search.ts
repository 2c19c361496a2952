/** The search of charges and subscriptions: conditions joined by `AND`. https://docs.stripe.com/search */
import type { StripeObject } from './objects.ts';
import { BadRequest } from './refusals.ts';
import type { StripeState } from './state.ts';

type Kind = 'charges' | 'subscriptions';

/** Seconds after which a search finds an object; the service's take up to a minute. */
const searchDelay = 1;

export function search(state: StripeState, kind: Kind, query: URLSearchParams): unknown {
  const conditions = (query.get('query') ?? '').split(' AND ').map((text) => parseCondition(kind, text));
  if (conditions.includes(undefined))
    return new BadRequest('We were unable to parse your search query.', undefined, 'query');
  const indexedUntil = state.nowSeconds() - searchDelay;
  const objects = Object.values<StripeObject>(state.data[kind])
    .filter((one) => one.created <= indexedUntil && conditions.every((holds) => holds?.(one)))
    .toReversed();
  const [from, limit] = [Number(query.get('page') ?? 0), Number(query.get('limit') ?? 10)];
  const has_more = objects.length > from + limit;
  return {
    object: 'search_result',
    url: `/v1/${kind}/search`,
    has_more,
    data: objects.slice(from, from + limit),
    next_page: has_more ? String(from + limit) : null,
    ...(query.get('expand[0]') === 'total_count' && { total_count: objects.length }),
  };
}

const fields = { charges: ['metadata', 'refunded', 'status'], subscriptions: ['metadata', 'status'] };

/** Undefined for a condition that the service, or this emulator, does not know. */
function parseCondition(kind: Kind, text: string): ((one: StripeObject) => boolean) | undefined {
  const [, after] = /^created>(\d+)$/.exec(text) ?? [];
  if (after) return ({ created }) => created > Number(after);
  const [, field = '', key, value] = /^(\w+)(?:\['(\w+)'\])?:'([^']*)'$/.exec(text) ?? [];
  if (!fields[kind].includes(field)) return undefined;
  return (one) => String(key === undefined ? one[field] : (one[field] as Record<string, unknown>)[key]) === value;
}
