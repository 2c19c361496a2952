/**
 * AWS WAF rules of the web host (setting `firewall`): managed rules, and a rate limit per address for calls that cost
 * money, emails or password checks. The functions also limit these per account.
 */
import type { ContractKey } from '../shared/contract/contract.ts';

/** Requests per address in five minutes; a school or a mobile operator has one address for hundreds of people. */
export const maxRequestsPerAddress = 300;

export const limitedByAddress: ContractKey[] = [
  'POST /session/login',
  'POST /users',
  'POST /users/by-email',
  'POST /users/forgot-password',
  'POST /users/reset-password',
  'POST /club-staff-invitations/{token}/accept',
  'POST /public/contact/teams',
  'POST /public/newsletter',
  'POST /public/matters',
  'POST /public/matters/reply',
  // Excludes Stripe's webhook: all its calls come from a few addresses.
  'POST /payments/stripe',
  'POST /payments/stripe/portal',
];

export const managedRules = 'AWSManagedRulesCommonRuleSet';

/**
 * Managed rules that only count, because each would block valid requests. Bodies are validated JSON or checked files, and
 * pages never render them as HTML.
 */
export const countedOnly = [
  // Limits bodies to 8 KB; forms contain images, documents and recordings.
  'SizeRestrictions_BODY',
  // Image bytes can match by chance, and descriptions may contain markup, which pages show as text.
  'CrossSiteScripting_BODY',
  // Descriptions, social links and Stripe's webhooks contain URLs.
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'EC2MetaDataSSRF_BODY',
  // Lists filtered by more than about sixty clubs have queries over 2 KB.
  'SizeRestrictions_QUERYSTRING',
  // The partner's and Stripe's clients may send no user agent.
  'NoUserAgent_HEADER',
];

/** Regular expression for decoded paths on the web host. */
export const limitedPaths = `^/api(${limitedByAddress.map(toPattern).join('|')})/?$`;

function toPattern(key: ContractKey): string {
  return key.replace(/^POST /, '').replace(/\{\w+\}/g, '[^/]+');
}
