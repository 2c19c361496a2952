/** CloudFront functions, run in a sandbox, and response headers policies. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRequest } from '../../../functions/platform/http/read-request.ts';
import { createResponseHeaders, mediaBehaviours, webBehaviours } from '../../../infra/cdn.ts';
import { createWebConfig, readDeployConfig } from '../../../infra/config.ts';
import { toPolicyProps } from '../../../infra/constructs/header-policies.ts';
import { createViewerRequestCode } from '../../../infra/constructs/viewer-requests.ts';
import { matchesWildcard } from '../../../infra/local/cloudfront/signature.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { playbackEndpoints } from '../../../shared/contract/playback.ts';
import { previewEndpoints } from '../../../shared/contract/previews.ts';
import { toGatewayEvent } from '../../support/gateway-event.ts';
import { findStatus, run } from './edge-functions.ts';
import { templates } from './support.ts';

const media = (path: string) => mediaBehaviours.find((one) => one.path === path);
const web = (path: string) => webBehaviours.find((one) => one.path === path);

describe('the media host', () => {
  const readExample = (key: string) =>
    key
      .replace(/^\w+ \//, '')
      .replace('{file}', 'index.m3u8')
      .replace(/\{\w+\}/g, '01ARZ');

  test('reaches the API for playback and pictures only, so that nobody bypasses the firewall of the web host', () => {
    const reached = Object.keys(contract).filter((key) => {
      const behaviour = mediaBehaviours.find(({ path }) => matchesWildcard(path, readExample(key)));
      return behaviour?.origin === 'api';
    });
    // Pictures are withdrawn with their page; the edge requests each once a minute, by its path alone.
    const allowed = [...Object.keys(playbackEndpoints), ...Object.keys(previewEndpoints)];
    expect(reached.toSorted()).toEqual(allowed.toSorted());
    const [distribution] = templates().resources('media', 'AWS::CloudFront::Distribution');
    for (const { PathPattern, AllowedMethods } of distribution?.DistributionConfig.CacheBehaviors ?? [])
      expect(AllowedMethods, PathPattern).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});

describe('withdrawn media', () => {
  const recording = 'ivs/v1/0/abc/2026/11/27/3/0/xyz';
  const families = recording.replace('xyz', 'families');
  const entries = {
    'vods/V1': '*',
    'vods/V2': 'G1:ts:6:8 G1:jpg:4:6 =G1.0000001.jpg',
    'clips/C1': '*',
    [recording]: 'ivs:ts:3:5',
    'vods/V4': 'families',
    'vods/V5': 'families G1:ts:6:8',
    'vods/V6': 'only:G2 G2:ts:6:8',
    [families]: 'families ivs:ts:3:5',
  };

  test.each([
    ['/vods/V1/G1/index_360p_00001.ts', 410],
    ['/vods/V3/G1/index_360p_00001.ts', 200],
    ['/thumbnails/vods/V1/G1.0000001.jpg', 410],
    ['/thumbnails/%76ods/V%31/G1.0000001.jpg', 410],
    ['/thumbnails/%vods/V1/G1.0000001.jpg', 400],
    ['/signed/thumbnails/clips/C1/G1.0000001.jpg', 410],
    ['/clips/C1/G1/clip.mp4', 410],
    ['/vods/V2/G1/index_720p_00005.ts', 200],
    ['/vods/V2/G1/index_720p_00006.ts', 410],
    ['/vods/V2/G1/index_720p_00008.ts', 410],
    ['/vods/V2/G1/index_720p_00009.ts', 200],
    ['/vods/V2/G2/index_720p_00006.ts', 200],
    ['/vods/V2/G1/sprite.0000004.jpg', 410],
    ['/vods/V2/G1/sprite.0000007.jpg', 200],
    ['/thumbnails/vods/V2/G1.0000001.jpg', 410],
    ['/thumbnails/vods/V2/01ARZ.webp', 200],
    [`/${recording}/media/hls/720p30/4.ts`, 410],
    [`/${recording}/media/hls/720p30/6.ts`, 200],
    ['/vods/V4/G1/index_360p_00001.ts', 410],
    ['/thumbnails/vods/V4/G1.0000001.jpg', 410],
    ['/signed/thumbnails/vods/V4/G1.0000001.jpg', 410],
    ['/families/vods/V4/G1/index_360p_00001.ts', 200],
    ['/families/thumbnails/vods/V4/G1.0000001.jpg', 200],
    ['/%66amilies/thumbnails/vods/V1/G1.0000001.jpg', 410],
    ['/families/vods/V1/G1/index_360p_00001.ts', 410],
    ['/families/vods/V5/G1/index_360p_00006.ts', 410],
    ['/families/vods/V5/G1/index_360p_00009.ts', 200],
    ['/vods/families/G1/index_360p_00009.ts', 200],
    [`/${families}/media/hls/720p30/6.ts`, 410],
    [`/families/${families}/media/hls/720p30/6.ts`, 200],
    [`/families/${families}/media/hls/720p30/4.ts`, 410],
    ['/vods/V6/G1/index_720p_00009.ts', 410],
    ['/vods/V6/G1/sprite.0000007.jpg', 410],
    ['/vods/V6/G2/index_720p_00006.ts', 410],
    ['/vods/V6/G2/index_720p_00009.ts', 200],
    ['/thumbnails/vods/V6/G1.0000001.jpg', 410],
    ['/thumbnails/vods/V6/G1.poster.card.webp', 410],
    ['/thumbnails/vods/V6/G2.poster.card.webp', 200],
    ['/thumbnails/vods/V6/01ARZ.card.webp', 200],
    // Staff review withheld items by separate addresses.
    ['/review/vods/V1/G1/index_360p_00001.ts', 200],
    [`/review/${recording}/media/hls/720p30/4.ts`, 200],
  ])('[F-TAKE-1][F-TAKE-2][F-RIGHTS-4] %s is answered with %i', async (uri, status) => {
    expect(await findStatus(uri, entries)).toBe(status);
  });

  test.each([
    ['exists', '/vods/V1/G1/index_360p_00001.ts', 503],
    ['get', '/vods/V1/G1/index_360p_00001.ts', 503],
    ['exists', '/review/vods/V1/G1/index_360p_00001.ts', 200],
  ])('[F-TAKE-1] stay closed while the store’s %s fails: %s is answered with %i', async (broken, uri, status) => {
    const fail = () => Promise.reject(new Error('InternalError'));
    expect(await findStatus(uri, { 'vods/V1': '*' }, { [broken]: fail })).toBe(status);
  });

  test('[F-TAKE-1] are refused by a function within CloudFront’s limit of 10 KB, on every path that serves files', () => {
    for (const behaviour of mediaBehaviours) {
      expect(Boolean(behaviour.withdrawable), behaviour.path).toBe(
        behaviour.origin !== 'api' || behaviour.path === 'thumbnails/clips/*',
      );
      expect(createViewerRequestCode(behaviour)?.length ?? 0).toBeLessThan(10_240);
    }
    // A browser's copy expires as early: nothing is cached for longer than a minute.
    for (const { cacheControl } of mediaBehaviours)
      if (cacheControl) expect(cacheControl).toMatch(/max-age=60$|no-store/);
  });
});

test.each([
  [false, 'max-age=63072000'],
  [true, 'max-age=63072000; includeSubDomains; preload'],
])('asks for TLS on other subdomains only with the setting: %s', (strictSubdomains, expected) => {
  for (const stack of ['web', 'media'] as const) {
    const policies = templates({ strictSubdomains }).resources(stack, 'AWS::CloudFront::ResponseHeadersPolicy');
    for (const { ResponseHeadersPolicyConfig } of policies) {
      const hsts = ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity;
      const isWide = expected.includes('preload');
      expect(hsts).toMatchObject({ AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: isWide, Preload: isWide });
    }
  }
});

describe('a request', () => {
  test('loses the prefix /api on its way to the API', () => {
    expect(run(web('/api/*'), '/api/clubs/1').uri).toBe('/clubs/1');
    expect(run(web('/api/*'), '/api/').uri).toBe('/');
    expect(run(web('/api/*'), '/api/api/clubs').uri).toBe('/api/clubs');
  });

  test('carries the real viewer address to the API, even where the viewer sends another', () => {
    const lie = { 'x-viewer-address': { value: '203.0.113.1' } };
    expect(run(web('/api/*'), '/api/clubs', lie).headers['x-viewer-address']?.value).toBe('198.51.100.7');
    expect(run(media('*/hls/*'), '/vods/1/hls/index.m3u8').headers['x-viewer-address']?.value).toBe('198.51.100.7');
  });

  test('becomes one for the app’s HTML if its address has a dot and no file of the app', () => {
    for (const path of [
      '/evento/01ARZ.',
      '/calendario.',
      '/clubes.html',
      '/vods/abc.html',
      '/a.b/c',
      '/.env',
      '/x/y.js',
    ]) {
      const behaviour = webBehaviours.find((one) => matchesWildcard(one.path, path));
      expect([path, run(behaviour, path).uri]).toEqual([path, '/index.html']);
    }
    const files = readdirSync(join(import.meta.dirname, '../../../web/public'), {
      recursive: true,
      withFileTypes: true,
    });
    for (const file of files.filter((one) => one.isFile())) {
      const folder = file.parentPath.replace(/^.*web\/public/, '');
      const path = `${folder}/${file.name}`;
      expect(run(web('*.*'), path).uri).toBe(path);
    }
  });

  test('[E-SHARE-1] becomes one for the app’s HTML with only its path if it is for a page, and stays unchanged for a file', () => {
    const readPage = (uri: string) => run(web('*'), uri).querystring?.page?.value;
    expect(run(web('*'), '/vods/01ARZ')).toMatchObject({
      uri: '/index.html',
      querystring: { page: { value: '%2Fvods%2F01ARZ' } },
    });
    expect(run(web('*'), '/').uri).toBe('/index.html');
    expect(readPage('/')).toBe('%2F');
    expect(readPage('/club/a&page=%2Fb')).toBe('%2Fclub%2Fa%26page%3D%252Fb');
    expect(run(web('/mesa/*'), '/mesa/01ARZ').uri).toBe('/mesa.html');
    expect(run(web('/emitir/*'), '/emitir/01ARZ').uri).toBe('/emitir.html');
    for (const [path, file] of [
      ['*.*', '/service-worker.js'],
      ['*.*', '/config.json'],
      ['*.*', '/mesa.html'],
      ['*.*', '/landing/hero.mp4'],
      ['/assets/*', '/assets/index-1.js'],
    ] as const) {
      expect(run(web(path), file)).toEqual({ uri: file, headers: {} });
      expect(webBehaviours.find((one) => matchesWildcard(one.path, file))).toBe(web(path));
    }
  });
});

describe('the viewer’s address', () => {
  /** Reads the address for rate limits from a request whose peer is 192.0.2.1. */
  const readAddress = (headers: Record<string, string>) =>
    readRequest(toGatewayEvent({ endpoint: 'GET /clubs', headers, address: '192.0.2.1' })).address;

  beforeAll(() => {
    process.env.EDGE_KEY = 'secret-of-the-edge';
  });
  afterAll(() => {
    delete process.env.EDGE_KEY;
  });

  test('is taken from the header with the edge key', () => {
    const headers = { 'cantera-edge-key': 'secret-of-the-edge', 'x-viewer-address': '198.51.100.7' };
    expect(readAddress(headers)).toBe('198.51.100.7');
  });

  test('is the peer address for direct calls with a forged header', () => {
    expect(readAddress({ 'x-viewer-address': '198.51.100.7' })).toBe('192.0.2.1');
    expect(readAddress({ 'x-viewer-address': '198.51.100.7', 'cantera-edge-key': 'guess' })).toBe('192.0.2.1');
  });
});

describe('response headers', () => {
  const addresses = {
    media: 'https://media.cantera.example',
    uploads: 'https://uploads.example',
    live: ['https://*.live-video.net'],
    captcha: [],
    analytics: false,
    https: true,
    strictSubdomains: true,
  };
  const headers = createResponseHeaders(addresses);

  test('are complete, each in its member of the policy', () => {
    const { securityHeadersBehavior, customHeadersBehavior } = toPolicyProps(headers.app);
    expect(securityHeadersBehavior?.contentSecurityPolicy?.contentSecurityPolicy).toBe(
      headers.app['content-security-policy'],
    );
    expect(securityHeadersBehavior?.strictTransportSecurity).toMatchObject({ includeSubdomains: true, preload: true });
    expect(securityHeadersBehavior?.frameOptions?.frameOption).toBe('DENY');
    expect(customHeadersBehavior?.customHeaders.map(({ header }) => header)).toEqual([
      'permissions-policy',
      'cross-origin-opener-policy',
    ]);
  });

  test('allow other origins to play media', () => {
    expect(toPolicyProps(headers.media).corsBehavior).toMatchObject({
      accessControlAllowOrigins: ['*'],
      accessControlAllowCredentials: false,
      accessControlExposeHeaders: [
        'Content-Length',
        'Content-Location',
        'Content-Range',
        'Date',
        'ETag',
        'Apigw-Requestid',
      ],
    });
  });

  test('[E-PLAYER-8] allow the IVS player: its worker, WebAssembly and hosts', () => {
    const rules = Object.fromEntries(
      (headers.app['content-security-policy'] ?? '').split('; ').map((rule) => [rule.split(' ')[0], rule]),
    );
    expect(rules['script-src']).toContain("'wasm-unsafe-eval'");
    expect(rules['worker-src']).toContain("'self'");
    for (const kind of ['connect-src', 'media-src']) expect(rules[kind]).toContain('https://*.live-video.net');
    expect(createWebConfig(readDeployConfig(() => undefined, {})).livePlayer).toBe('ivs');
    // hls.js attaches its cues to a track with an empty `data:` address.
    expect(rules['media-src']).toContain('data:');
  });

  test('[A-GEN-12] allow Google Analytics only where it is configured', () => {
    const policy = (analytics: boolean) =>
      createResponseHeaders({ ...addresses, analytics }).app['content-security-policy'];
    expect(policy(false)).not.toMatch(/google/);
    for (const rule of ['script-src', 'connect-src', 'img-src'])
      expect(policy(true)).toMatch(new RegExp(`${rule} [^;]*https://www\\.googletagmanager\\.com`));
    expect(policy(true)).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
  });

  test('fit into CloudFront’s limit', () => {
    // CloudFront allows 1,783 characters per value.
    for (const value of Object.values(createResponseHeaders({ ...addresses, analytics: true }).app))
      expect(value.length).toBeLessThan(1700);
  });
});
