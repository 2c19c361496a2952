/**
 * Web ACLs in us-east-1, as CloudFront requires: the optional firewall of the web host, and one without rules, which a
 * flat-rate plan demands of the media host. A media host billed by use has none: its URLs are signed, and a web ACL
 * would be billed for every segment.
 */
import { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { errors } from '../../shared/contract/errors.ts';
import type { EdgeHost } from '../costs/edge-plans.ts';
import { firewallStackName, resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { countedOnly, limitedPaths, managedRules, maxRequestsPerAddress } from '../waf.ts';

export class FirewallStack extends Stack {
  /** Web ACL by host; undefined if it has none. */
  readonly arns: Partial<Record<EdgeHost, string>>;

  constructor(scope: Construct, id: string, { stage, firewall, edgePlans }: DeployConfig) {
    super(scope, id, { stackName: firewallStackName(stage), env: { region: 'us-east-1' } });
    const prefix = resourcePrefix(stage);
    this.arns = {
      ...(firewall && { web: this.#createAcl(prefix).attrArn }),
      ...(edgePlans.media && { media: this.#createOpenAcl(`${prefix}media`).attrArn }),
    };
  }

  #createOpenAcl(name: string): CfnWebACL {
    return new CfnWebACL(this, 'MediaAcl', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: [],
      visibilityConfig: createVisibilityConfig(name),
    });
  }

  #createAcl(prefix: string): CfnWebACL {
    const { status, message } = errors.REQ4290;
    return new CfnWebACL(this, 'Firewall', {
      name: `${prefix}firewall`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: createVisibilityConfig(`${prefix}firewall`),
      customResponseBodies: {
        tooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ code: 'REQ4290', message }) },
      },
      rules: [
        {
          name: 'too-many-of-an-address',
          priority: 0,
          action: { block: { customResponse: { responseCode: status, customResponseBodyKey: 'tooMany' } } },
          visibilityConfig: createVisibilityConfig('too-many-of-an-address'),
          statement: {
            rateBasedStatement: {
              limit: maxRequestsPerAddress,
              evaluationWindowSec: 300,
              aggregateKeyType: 'IP',
              scopeDownStatement: { andStatement: { statements: [isPost, createPathStatement(limitedPaths)] } },
            },
          },
        },
        {
          name: 'common',
          priority: 1,
          overrideAction: { none: {} },
          visibilityConfig: createVisibilityConfig('common'),
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: managedRules,
              ruleActionOverrides: countedOnly.map((name) => ({ name, actionToUse: { count: {} } })),
            },
          },
        },
      ],
    });
  }
}

const createVisibilityConfig = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

const isPost: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

/** Creates a statement about the path, decoded first, as API Gateway does. */
const createPathStatement = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString,
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
});
