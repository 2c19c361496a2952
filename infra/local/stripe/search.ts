/** The search of charges: conditions joined by `AND`. https://docs.stripe.com/search */
import type { Charge } from './objects.ts';
import { BadRequest } from './refusals.ts';
import type { StripeState } from './state.ts';

/** Seconds after which a search finds a charge; the service's take up to a minute. */
const searchDelay = 1;

export function searchCharges(state: StripeState, query: URLSearchParams): unknown {
  const conditions = (query.get('query') ?? '').split(' AND ').map(parseCondition);
  if (conditions.includes(undefined)) return new BadRequest('We were unable to parse your search query.', 'query');
  const indexedUntil = state.nowSeconds() - searchDelay;
  const charges = Object.values(state.data.charges)
    .filter((one) => one.created <= indexedUntil && conditions.every((holds) => holds?.(one)))
    .toReversed();
  const [from, limit] = [Number(query.get('page') ?? 0), Number(query.get('limit') ?? 10)];
  const has_more = charges.length > from + limit;
  return {
    object: 'search_result',
    url: '/v1/charges/search',
    has_more,
    data: charges.slice(from, from + limit),
    next_page: has_more ? String(from + limit) : null,
  };
}

/** Undefined for a condition that the service, or this emulator, does not know. */
function parseCondition(text: string): ((one: Charge) => boolean) | undefined {
  const [, key = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(text) ?? [];
  return key ? ({ metadata }) => metadata[key] === value : undefined;
}
