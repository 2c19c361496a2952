/**
 * What AWS WAF looks at before the web host, with the setting `firewall`: what has nothing to do with us, and who asks too
 * often for what costs money, mail or passwords. The functions limit the same by account; this one spares them the calls.
 */
import type { ContractKey } from '../shared/contract/contract.ts';

/** Requests of one address within five minutes. A school, or a mobile operator, has hundreds of people behind one. */
export const mostOfAnAddress = 300;

export const limitedByAddress: ContractKey[] = [
  'POST /session/login',
  'POST /users',
  'POST /users/by-email',
  'POST /users/forgot-password',
  'POST /users/reset-password',
  'POST /club-staff-invitations/{token}/accept',
  'POST /public/contact/teams',
  'POST /public/newsletter',
  // Not Stripe's webhook: its few addresses speak for everybody.
  'POST /payments/stripe',
  'POST /payments/stripe/portal',
];

export const managedRules = 'AWSManagedRulesCommonRuleSet';

/**
 * Rules of that group which are counted and let through, each for something of ours that they would refuse. Bodies reach
 * the functions as JSON that is validated, or as files that are looked at; pages never show them as HTML.
 */
export const countedOnly = [
  // Pictures, documents and recordings sent as forms: 8 KB would be the most.
  'SizeRestrictions_BODY',
  // Bytes of a picture look like anything, and a description may hold markup, which pages show as text.
  'CrossSiteScripting_BODY',
  // Descriptions and social links hold addresses; so do the answers that Stripe sends.
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'EC2MetaDataSSRF_BODY',
  // Lists are asked for by any number of clubs: over 2 KB from some sixty on.
  'SizeRestrictions_QUERYSTRING',
  // The partner's and Stripe's programs need not say what they are.
  'NoUserAgent_HEADER',
];

/** Of the paths as the web host has them, decoded. */
export const limitedPaths = `^/api(${limitedByAddress.map(toPattern).join('|')})/?$`;

function toPattern(key: ContractKey): string {
  return key.replace(/^POST /, '').replace(/\{\w+\}/g, '[^/]+');
}
