/** The optional firewall: absent when off; when on, in front of the web host only, without blocking valid requests. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../../functions/platform/http/serve.ts';
import { readDeployConfig } from '../../../infra/config.ts';
import { limitedByAddress, limitedPaths } from '../../../infra/waf.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { defineEndpoints } from '../../../shared/contract/endpoint.ts';
import { toGatewayEvent } from '../../support/gateway-event.ts';
import { templates } from './support.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the stacks', () => {
  const firewall = () => templates({ firewall: true });

  test('contain no firewall while it is off', () => {
    const { app } = templates();
    expect(JSON.stringify(app.synth().stacks.map(({ template }) => template))).not.toMatch(/WAFv2|WebACLId|EDGE_ONLY/);
  });

  test('have the firewall in us-east-1 for the web host, not for the media host, where it would be billed for every segment', () => {
    const { app, resources } = firewall();
    const [acl, ...others] = resources('firewall', 'AWS::WAFv2::WebACL');
    expect([acl?.Scope, others]).toEqual(['CLOUDFRONT', []]);
    const stacks = app.synth().stacks;
    expect(stacks.find(({ stackName }) => stackName.endsWith('-firewall'))?.environment.region).toBe('us-east-1');
    const webAcl = (stack: 'web' | 'media') =>
      resources(stack, 'AWS::CloudFront::Distribution')[0]?.DistributionConfig.WebACLId;
    expect(webAcl('web')).toEqual({
      'Fn::GetStackOutput': expect.objectContaining({ StackName: 'cantera-dev-firewall', Region: 'us-east-1' }),
    });
    expect(webAcl('media')).toBeUndefined();
  });

  test('give a media host on a flat-rate plan its own web ACL, which blocks nothing', () => {
    const { resources } = templates({ edgePlans: { media: 'PRO', web: '' } });
    const [acl, ...others] = resources('firewall', 'AWS::WAFv2::WebACL');
    expect([acl?.Name, acl?.Rules ?? [], acl?.DefaultAction, others]).toEqual([
      'cantera-dev-media',
      [],
      { Allow: {} },
      [],
    ]);
    const findAcl = (stack: 'web' | 'media') =>
      resources(stack, 'AWS::CloudFront::Distribution')[0]?.DistributionConfig.WebACLId;
    expect([Boolean(findAcl('media')), findAcl('web')]).toEqual([true, undefined]);
    const both = templates({ firewall: true, edgePlans: { media: 'PRO', web: 'BUSINESS' } });
    expect(both.resources('firewall', 'AWS::WAFv2::WebACL')).toHaveLength(2);
  });

  test('keep the media host within the plan Pro: ten behaviours and AWS’s own cache policies', () => {
    const { resources } = templates();
    const [distribution] = resources('media', 'AWS::CloudFront::Distribution');
    const { CacheBehaviors } = distribution?.DistributionConfig ?? {};
    expect(CacheBehaviors.length + 1).toBeLessThanOrEqual(10);
    expect(resources('media', 'AWS::CloudFront::CachePolicy')).toEqual([]);
  });

  test.each([
    [{ media: 'FREE', web: '' }, /cannot be met: the plan FREE allows 5 cache behaviours/],
    [{ media: '', web: 'PRO' }, /cannot be met: the plan PRO allows AWS's cache policies only/],
    [{ media: '', web: 'BUSINESS' }, /needs firewall: true for the web host/],
    [{ media: 'GOLD', web: '' }, /must name FREE, PRO, BUSINESS, PREMIUM/],
  ])('are refused with the plans %j, with the reason', (edgePlans, reason) => {
    expect(() => readDeployConfig((name) => ({ edgePlans })[name], {})).toThrow(reason);
  });

  test('count, but do not block, requests under the rules that would block images, long lists and API clients', () => {
    const [acl] = firewall().resources('firewall', 'AWS::WAFv2::WebACL');
    const common = acl?.Rules[1].Statement.ManagedRuleGroupStatement;
    const counted = common.RuleActionOverrides.map(({ Name }: { Name: string }) => Name);
    expect(counted).toEqual(
      expect.arrayContaining(['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'SizeRestrictions_QUERYSTRING']),
    );
    // WAF's limit for a regular expression is 512 characters.
    expect(limitedPaths.length).toBeLessThan(512);
  });
});

describe('the rate limit per address', () => {
  const limited = new RegExp(limitedPaths);

  test('applies to login, sign-up, contact and payment', () => {
    for (const key of limitedByAddress) {
      expect(Object.keys(contract)).toContain(key);
      expect(`/api${key.split(' ')[1]?.replace(/\{\w+\}/g, 'abc')}`).toMatch(limited);
    }
  });

  test('does not apply to other POST requests', () => {
    const others = Object.keys(contract).filter(
      (key) => key.startsWith('POST ') && !(limitedByAddress as string[]).includes(key),
    );
    expect(others).toContain('POST /payments/stripe/webhook');
    for (const key of others) expect(`/api${key.split(' ')[1]}`).not.toMatch(limited);
  });
});

test('the API rejects requests that bypass the firewall', async () => {
  const handler = serve(defineEndpoints({ 'GET /x': { summary: 'x', access: 'public' } }), {
    'GET /x': async () => ({}),
  });
  const ask = async (headers: Record<string, string>) =>
    (await handler(toGatewayEvent({ endpoint: 'GET /x', headers }))).statusCode;
  vi.stubEnv('EDGE_KEY', 'secret-of-the-edge');
  const edge = { 'cantera-edge-key': 'secret-of-the-edge', 'x-viewer-address': '198.51.100.7' };
  expect([await ask({}), await ask(edge)]).toEqual([200, 200]);
  vi.stubEnv('EDGE_ONLY', 'true');
  expect([await ask({}), await ask({ 'cantera-edge-key': 'guess' }), await ask(edge)]).toEqual([403, 403, 200]);
});
