/**
 * Converts headers to CloudFront's response headers policies, which have members of their own for security and CORS
 * headers.
 */
import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  type HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Behaviour } from '../cdn.ts';

export class HeaderPolicies {
  readonly #scope: Construct;
  readonly #name: string;
  readonly #headers: Record<Behaviour['headers'], Record<string, string>>;
  readonly #policies = new Map<string, ResponseHeadersPolicy>();

  constructor(scope: Construct, name: string, headers: Record<Behaviour['headers'], Record<string, string>>) {
    this.#scope = scope;
    this.#name = name;
    this.#headers = headers;
  }

  /** Reuses the policy of behaviours with the same headers, because the account's quota is 20. */
  findOrCreate({ origin, headers, ...behaviour }: Behaviour): ResponseHeadersPolicy {
    // A policy also applies to errors: with it, a browser would cache a missing script for a year. The web app's files
    // therefore carry the header themselves (constructs/web-release.ts).
    const cacheControl = origin === 'media' ? behaviour.cacheControl : undefined;
    const key = `${headers} ${cacheControl ?? ''}`;
    const existing = this.#policies.get(key);
    if (existing) return existing;
    const id = `${headers}${this.#policies.size}`;
    const policy = new ResponseHeadersPolicy(this.#scope, `Headers-${id}`, {
      responseHeadersPolicyName: `${this.#name}-${id}`,
      ...toPolicyProps({ ...this.#headers[headers], ...(cacheControl && { 'cache-control': cacheControl }) }),
    });
    this.#policies.set(key, policy);
    return policy;
  }
}

const override = true;

export function toPolicyProps(headers: Record<string, string>): ResponseHeadersPolicyProps {
  const remaining = new Map(Object.entries(headers));
  const takeHeader = (name: string) => {
    const value = remaining.get(name);
    remaining.delete(name);
    return value;
  };
  const csp = takeHeader('content-security-policy');
  const transport = takeHeader('strict-transport-security');
  const referrer = takeHeader('referrer-policy');
  const frame = takeHeader('x-frame-options');
  const sniff = takeHeader('x-content-type-options');
  const origin = takeHeader('access-control-allow-origin');
  const exposed = takeHeader('access-control-expose-headers');
  return {
    securityHeadersBehavior: {
      ...(csp && { contentSecurityPolicy: { contentSecurityPolicy: csp, override } }),
      ...(transport && { strictTransportSecurity: { ...parseTransportSecurity(transport), override } }),
      ...(referrer && { referrerPolicy: { referrerPolicy: referrer as HeadersReferrerPolicy, override } }),
      ...(frame && {
        frameOptions: {
          frameOption: frame === 'DENY' ? HeadersFrameOption.DENY : HeadersFrameOption.SAMEORIGIN,
          override,
        },
      }),
      ...(sniff && { contentTypeOptions: { override } }),
    },
    ...(origin && {
      corsBehavior: {
        accessControlAllowOrigins: [origin],
        accessControlAllowMethods: ['GET', 'HEAD', 'OPTIONS'],
        accessControlAllowHeaders: ['*'],
        accessControlAllowCredentials: false,
        ...(exposed && { accessControlExposeHeaders: exposed.split(/, */) }),
        accessControlMaxAge: Duration.days(1),
        originOverride: true,
      },
    }),
    ...(remaining.size > 0 && {
      customHeadersBehavior: { customHeaders: [...remaining].map(([header, value]) => ({ header, value, override })) },
    }),
  };
}

/** Parses `max-age=63072000; includeSubDomains; preload`. */
function parseTransportSecurity(value: string) {
  const seconds = Number(/max-age=(\d+)/.exec(value)?.[1]);
  return {
    accessControlMaxAge: Duration.seconds(seconds),
    includeSubdomains: value.includes('includeSubDomains'),
    preload: value.includes('preload'),
  };
}
