/** A CloudFront distribution with the behaviours of infra/cdn.ts, like the local emulator. */
import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  type CachePolicyProps,
  CacheQueryStringBehavior,
  Distribution,
  FunctionEventType,
  HttpVersion,
  type IKeyGroup,
  type IKeyValueStore,
  type IOrigin,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { type Behaviour, failoverStatuses, maxEdgeCacheSeconds } from '../cdn.ts';
import { acknowledge } from './acknowledge.ts';
import { HeaderPolicies } from './header-policies.ts';
import { ViewerRequests } from './viewer-requests.ts';

export interface BehavioursProps {
  name: string;
  behaviours: Behaviour[];
  origins: Partial<Record<Behaviour['origin'], IOrigin>>;
  headers: Record<Behaviour['headers'], Record<string, string>>;
  keyGroup?: IKeyGroup;
  withdrawals?: IKeyValueStore;
  host?: { name: string; certificate: ICertificate };
  defaultRootObject?: string;
  webAclId?: string;
}

export class BehavioursDistribution extends Construct {
  readonly distribution: Distribution;
  readonly address: string;

  constructor(scope: Construct, id: string, props: BehavioursProps) {
    super(scope, id);
    const { name, behaviours, host } = props;
    const options = this.#toOptions(props);
    const last = behaviours.at(-1);
    if (last?.path !== '*') throw new Error('The last behaviour must have the path *');
    this.distribution = new Distribution(this, 'Distribution', {
      comment: name,
      defaultBehavior: options(last),
      additionalBehaviors: Object.fromEntries(behaviours.slice(0, -1).map((one) => [one.path, options(one)])),
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Edge locations in Europe and North America suffice: the viewers are in Spain.
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(props.webAclId && { webAclId: props.webAclId }),
      ...(props.defaultRootObject && { defaultRootObject: props.defaultRootObject }),
      ...(host && {
        domainNames: [host.name],
        certificate: host.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      // Without this, CloudFront caches errors for ten seconds.
      errorResponses: [404, 500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    this.address = `https://${host?.name ?? this.distribution.distributionDomainName}`;
    acknowledge(this.distribution, {
      CFR1: 'Viewers may watch from any country.',
      CFR3: 'Access decisions reach the API, which logs them; logs of every segment would cost more than they are worth.',
      ...(!props.webAclId && {
        CFR2: 'A web application firewall has a monthly base price; the API throttles, validates and limits logins itself.',
      }),
      ...(!host && {
        CFR4: "Without a domain the distribution uses CloudFront's certificate, whose minimum protocol is fixed.",
      }),
    });
  }

  #toOptions({
    name,
    behaviours,
    origins,
    headers,
    keyGroup,
    withdrawals,
  }: BehavioursProps): (behaviour: Behaviour) => BehaviorOptions {
    const policies = new HeaderPolicies(this, name, headers);
    const requests = new ViewerRequests(this, name, withdrawals);
    const cacheModes = new Set(behaviours.map(({ cache }) => cache));
    const apiPolicy = cacheModes.has('origin') && this.#createPolicy('ApiPolicy', `${name}-api`, apiKey);
    const pagePolicy = cacheModes.has('page') && this.#createPolicy('PagePolicy', `${name}-pages`, pageKey);
    const findOrigin = createOriginFinder(origins);
    return (behaviour) => {
      const viewerRequest = requests.findOrCreate(behaviour);
      // The function compresses responses that no cache stores.
      const policy = behaviour.cache === 'origin' ? apiPolicy : CachePolicy.CACHING_DISABLED;
      return {
        origin: findOrigin(behaviour),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        compress: true,
        responseHeadersPolicy: policies.findOrCreate(behaviour),
        ...(viewerRequest && {
          functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewerRequest }],
        }),
        ...(behaviour.signedUrls && keyGroup && { trustedKeyGroups: [keyGroup] }),
        ...(behaviour.cache === 'enabled' || behaviour.cache === 'path' || behaviour.cache === 'page' || !policy
          ? {
              cachePolicy: (behaviour.cache === 'page' && pagePolicy) || CachePolicy.CACHING_OPTIMIZED,
              allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
            }
          : {
              cachePolicy: policy,
              originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
              allowedMethods: policy === apiPolicy ? AllowedMethods.ALLOW_ALL : AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
            }),
      };
    };
  }

  /** Keys by a part of the request, for as long as the origin says. */
  #createPolicy(
    id: string,
    cachePolicyName: string,
    key: Pick<CachePolicyProps, 'queryStringBehavior' | 'headerBehavior'>,
  ): CachePolicy {
    return new CachePolicy(this, id, {
      cachePolicyName,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(maxEdgeCacheSeconds),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
      ...key,
    });
  }
}

/** By token and origin; private responses say `no-store`. */
const apiKey = {
  queryStringBehavior: CacheQueryStringBehavior.all(),
  headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Origin'),
};
/** By the address alone: S3, the failover origin, must not receive the viewer's query. */
const pageKey = {
  queryStringBehavior: CacheQueryStringBehavior.allowList('page'),
  headerBehavior: CacheHeaderBehavior.none(),
};

/** Creates a function that finds a behaviour's origin or origin group; behaviours with the same pair share a group. */
function createOriginFinder(origins: BehavioursProps['origins']): (behaviour: Behaviour) => IOrigin {
  const pairs = new Map<string, OriginGroup>();
  return ({ path, origin, fallback }) => {
    const [primaryOrigin, fallbackOrigin] = [origins[origin], fallback && origins[fallback]];
    if (!primaryOrigin || (fallback && !fallbackOrigin)) throw new Error(`The behaviour ${path} lacks an origin`);
    if (!fallbackOrigin) return primaryOrigin;
    const names = `${origin} ${fallback}`;
    const pair =
      pairs.get(names) ??
      new OriginGroup({ primaryOrigin, fallbackOrigin, fallbackStatusCodes: failoverStatuses[origin] });
    pairs.set(names, pair);
    return pair;
  };
}
