/**
 * AWS WAF rules of the web host (setting `firewall`): managed rules, and a rate limit by address for calls that cost
 * money, emails or password checks. Functions limit such calls by account too.
 */
import type { Contract, ContractKey } from '../shared/contract/contract.ts';

/** Requests of one address in five minutes; hundreds of people of a school or mobile operator share one. */
export const maxRequestsPerAddress = 300;

type PublicWrite = {
  [Key in ContractKey]: Key extends `GET ${string}` ? never : Contract[Key]['access'] extends 'public' ? Key : never;
}[ContractKey];

/** Calls of anybody with an account or a link that add something each time. */
type UserPost = {
  [Key in ContractKey]: Key extends `POST ${string}`
    ? Contract[Key]['access'] extends 'viewer' | 'scorer' | 'phone'
      ? Key
      : never
    : never;
}[ContractKey];

/**
 * True for calls that count towards the limit. The compiler asks for a decision about every public endpoint that writes,
 * and every one by which users add something.
 */
const isLimited: Record<PublicWrite | UserPost, boolean> & Partial<Record<ContractKey, boolean>> = {
  'POST /session/login': true,
  'POST /users': true,
  'POST /users/by-email': true,
  'POST /users/forgot-password': true,
  'POST /users/reset-password': true,
  'POST /club-staff-invitations/{token}/accept': true,
  'POST /public/contact/teams': true,
  'POST /public/newsletter': true,
  'POST /public/matters': true,
  'POST /public/matters/reply': true,
  // A visitor's browser reports every quarter of an hour, so that hundreds of one address stay below the limit.
  'POST /quality': true,
  'POST /public/matters/hide': true,
  'POST /public/withdrawal/preview': true,
  'POST /public/withdrawal': true,
  'POST /payments/stripe': true,
  'POST /payments/stripe/portal': true,
  // Stripe's webhook is called from a few addresses.
  'POST /payments/stripe/webhook': false,
  // These calls need a token issued by us, so guesses cost nothing.
  'POST /public/alerts/unsubscribe/{token}': false,
  'POST /public/matters/follow': false,
  'POST /public/newsletter/confirm': false,
  'POST /public/newsletter/unsubscribe': false,
  'POST /public/newsletter/unsubscribe/{token}': false,
  'POST /session/televisions/answer': false,
  // Their functions limit these calls by network.
  'POST /session/televisions': false,
  'POST /vods/{id}/free-moment': false,
  // Their functions limit these calls by account.
  'POST /vods/{id}/own-clips': false,
  'POST /family-invitations/{token}': false,
  'POST /users/me/televisions/find': false,
  'POST /users/me/televisions': false,
  'POST /users/me/calendar': false,
  // One invoice for each payment of the account.
  'POST /users/me/invoices': false,
  // Holders of a match's link, whose actions and bytes are counted by match.
  'POST /sportevents/{id}/score/actions': false,
  'POST /sportevents/{id}/phone/probe': false,
  'POST /sportevents/{id}/phone/publishers': false,
  'POST /sportevents/{id}/phone/uploads': false,
  'POST /sportevents/{id}/phone/segments': false,
  'POST /sportevents/{id}/phone/end': false,
};

export const limitedByAddress = (Object.keys(isLimited) as ContractKey[]).filter((key) => isLimited[key]);

export const managedRules = 'AWSManagedRulesCommonRuleSet';

/**
 * Managed rules that count without blocking, because each would block valid requests. Bodies are validated JSON or
 * checked files, and pages never render them as HTML.
 */
export const countedOnly = [
  // Would limit bodies to 8 KB; forms contain images, documents and recordings.
  'SizeRestrictions_BODY',
  // Bytes of images match by chance, and descriptions may contain markup, which pages show as text.
  'CrossSiteScripting_BODY',
  // Descriptions, social links and Stripe's webhooks contain URLs.
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'EC2MetaDataSSRF_BODY',
  // Lists filtered by more than about sixty clubs have queries of more than 2 KB.
  'SizeRestrictions_QUERYSTRING',
  // The clients of the partner and of Stripe may send no user agent.
  'NoUserAgent_HEADER',
];

export const limitedPaths = `^/api(${limitedByAddress.map(toPattern).join('|')})/?$`;

function toPattern(key: ContractKey): string {
  return key.replace(/^POST /, '').replace(/\{\w+\}/g, '[^/]+');
}
