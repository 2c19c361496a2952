/** The CloudFront emulator: behaviours of both distributions, signed URLs, ranges, compression, pages of the app. */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { mediaBehaviours } from '../../../infra/cdn.ts';
import { startCdn } from '../../../infra/local/cloudfront/cloudfront.ts';
import { matchesWildcard } from '../../../infra/local/cloudfront/signature.ts';
import { listen } from '../../../infra/local/wire/http-server.ts';
import { stopClock } from '../../support/stopped-clock.ts';
import { computeExpiry, foreign, media, signPolicy, store, web } from './cdn-service.ts';

const segment = '/vods/v1/g1/index_360p_00001.ts';
const readStatus = async (url: string) => (await fetch(url)).status;

describe('signed URLs', () => {
  test('[V-PLAY-9] a wildcard signature is valid for one generation of one recording only', async () => {
    const query = signPolicy(`${media.url}/vods/v1/g1/*`);
    const answer = await fetch(`${media.url}${segment}?${query}`);
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('content-type')).toBe('video/MP2T');
    expect(await readStatus(`${media.url}/vods/v2/g1/index_360p_00001.ts?${query}`)).toBe(403);
    expect(await readStatus(`${media.url}/vods/v1/g1/../../v2/g1/index_360p_00001.ts?${query}`)).toBe(403);
    expect(await readStatus(`${media.url}/vods/v1/g1/%2e%2e/%2e%2e/v2/g1/index_360p_00001.ts?${query}`)).toBe(403);
  });

  test('answers 403 with CloudFront’s error for missing, expired, forged or foreign signatures', async () => {
    const resource = `${media.url}/vods/v1/g1/*`;
    const bare = await fetch(media.url + segment);
    expect([bare.status, await bare.text()]).toEqual([403, expect.stringContaining('<Code>MissingKey</Code>')]);
    expect(bare.headers.get('access-control-allow-origin')).toBe('*');
    const past = computeExpiry() - 120;
    const conditional = signPolicy(resource, { extra: { IpAddress: { 'AWS:SourceIp': '127.0.0.0/8' } } });
    const good = signPolicy(resource);
    for (const query of [
      signPolicy(resource, { expires: past }),
      conditional,
      // Without this parameter, CloudFront verifies the signature with SHA-1.
      good.replace('&Hash-Algorithm=SHA256', ''),
      signPolicy(resource, { key: foreign.privateKey }),
      signPolicy(resource, { id: 'KOTHER' }),
      good.replace('Signature=', 'Signature=A'),
      good.replace(/Policy=[^&]+/, signPolicy(`${media.url}/*`).split('&')[0] ?? ''),
      good.replace(/&Signature=[^&]+/, ''),
      `Policy=%%%&Signature=x&Key-Pair-Id=KEC`,
      `Expires=NaN&Signature=x&Key-Pair-Id=KEC`,
    ]) {
      expect(await readStatus(`${media.url}${segment}?${query}`), query).toBe(403);
    }
  });

  test('rejects a cached signature once it has expired', async () => {
    const pass = stopClock();
    const query = signPolicy(`${media.url}/vods/v1/g1/*`, { expires: Math.ceil(Date.now() / 1000) + 1 });
    expect(await readStatus(`${media.url}${segment}?${query}`)).toBe(200);
    pass(2000);
    expect(await readStatus(`${media.url}${segment}?${query}`)).toBe(403);
  });

  test('wildcards match slashes, and hostile patterns are matched quickly', () => {
    expect(matchesWildcard('vods/*/hls/*', 'vods/v1/hls/index.m3u8')).toBe(true);
    expect(matchesWildcard('vods/*/hls/*', 'vods/v1/g1/index.m3u8')).toBe(false);
    expect(matchesWildcard('a?c*', 'abcdef')).toBe(true);
    const begun = performance.now();
    expect(matchesWildcard('*a'.repeat(400), 'a'.repeat(399))).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

describe('files', () => {
  const signSegment = () => `${media.url}${segment}?${signPolicy(`${media.url}/vods/*`)}`;

  test.for([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ] as const)('Range %s answers %i', async ([range, code, contentRange, body]) => {
    const answer = await fetch(signSegment(), { headers: { range } });
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      code,
      contentRange,
      body,
    ]);
  });

  test('answers 304 for an unchanged file, no body for HEAD, an error for POST', async () => {
    const first = await fetch(signSegment());
    const etag = first.headers.get('etag') ?? '';
    expect((await fetch(signSegment(), { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(signSegment(), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await fetch(signSegment(), { method: 'POST', body: 'x' })).status).toBe(403);
  });

  test('serves thumbnails without signature, and answers 403 for missing files, as S3 does without ListBucket', async () => {
    const document = await fetch(`${media.url}/thumbnails/document`);
    expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const picture = await fetch(`${media.url}/thumbnails/club`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await readStatus(`${media.url}/thumbnails/none`)).toBe(403);
  });
});

describe('the API behind the distributions', () => {
  test('[V-PLAY-2] [V-PLAY-3] forwards playlists and keys to the API with query and token', async () => {
    for (const path of [
      '/vods/v1/hls/index.m3u8?token=t',
      '/vods/v1/hls/key?token=t',
      '/contentvideos/c/hls/index.m3u8?a=1',
      '/live/plaza/index.m3u8?token=t',
    ]) {
      const answer = await fetch(media.url + path, { headers: { authorization: 'Bearer x' } });
      expect(await answer.json()).toEqual({ method: 'GET', url: path, authorization: 'Bearer x' });
      // The distribution's policy overrides the origin's header.
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('strips /api from the path and passes status and body on', async () => {
    const answer = await fetch(`${web.url}/api/teapot?x=%20y&x=2`, { method: 'PATCH', body: '{}' });
    expect(answer.status).toBe(418);
    expect(await answer.json()).toMatchObject({ method: 'PATCH', url: '/teapot?x=%20y&x=2' });
    expect(await (await fetch(`${web.url}/api/`)).json()).toMatchObject({ url: '/' });
  });

  test('answers 502 where the origin disconnects', async () => {
    expect(await readStatus(`${web.url}/api/hang-up`)).toBe(502);
  });
});

describe('the web app', () => {
  const expectSecured = ({ headers }: Response) => {
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
  };

  test('[E-SHARE-1] requests every page from the API by its address, without data of the viewer', async () => {
    for (const path of ['/', '/futbol', '/vods/01ABC', '/live/plaza', '/a%26page=b%252F']) {
      const answer = await fetch(`${web.url}${path}?from=chat`, { headers: { authorization: 'Bearer x' } });
      expectSecured(answer);
      expect(await answer.json()).toEqual({ method: 'GET', url: `/index.html?page=${encodeURIComponent(path)}` });
    }
    expect((await fetch(`${web.url}/futbol`, { method: 'POST' })).status).toBe(403);
  });

  test('[E-SHARE-1] falls back to the built page where the API fails, is unreachable or throttles', async () => {
    for (const path of ['/busy', '/hang-up']) {
      const answer = await fetch(web.url + path);
      expectSecured(answer);
      expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
        200,
        '<html>app</html>',
        'no-cache',
      ]);
      const head = await fetch(web.url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
  });

  test('serves assets compressed, to be cached for a year, and other files to be revalidated', async () => {
    const asset = await fetch(`${web.url}/assets/app-abc.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await asset.text()).length).toBe(5015);
    expect(await (await fetch(`${web.url}/config.json`)).json()).toEqual({ stage: 'local' });
    expect(await readStatus(`${web.url}/assets/gone.js`)).toBe(403);
  });

  test('serves nothing outside the folder', async () => {
    const requestRaw = (path: string) =>
      new Promise<string>((resolve) => {
        const { port } = new URL(web.url);
        httpRequest({ port, host: '127.0.0.1', path }, (answer) => resolve(text(answer))).end();
      });
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/a%00.txt',
      '//secret.txt',
    ]) {
      // The app's own page answers addresses that name none of its files.
      expect(await requestRaw(path), path).toMatch(/^<html>app<\/html>$|<Error>/);
    }
  });
});

test('answers 414 for an address of more than 8,192 bytes', async () => {
  const requestBytes = async (bytes: number) => (await fetch(`${web.url}/?x=`.padEnd(bytes, 'x'))).status;
  expect(await requestBytes(8193)).toBe(414);
  expect(await requestBytes(8192)).toBe(200);
});

test('[F-TAKE-1] a withdrawn picture is refused although the edge has it cached', async () => {
  const entries = new Map<string, string>();
  const picture = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=60' }).end('picture'),
  );
  const cached = await startCdn({
    behaviours: mediaBehaviours,
    origins: {
      api: { type: 'http', url: picture.url },
      media: { type: 'bucket', bucket: 'media', store },
      recordings: { type: 'bucket', bucket: 'recordings', store },
    },
    cachesResponses: true,
    withdrawals: { exists: async (key) => entries.has(key), get: async (key) => entries.get(key) ?? '' },
  });
  const read = async () => {
    const answer = await fetch(`${cached.url}/thumbnails/clips/C1/G1.0000001.jpg`);
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('x-cache'), answer.headers.get('cache-control')];
  };
  expect(await read()).toEqual([200, 'Miss from cloudfront', 'public, max-age=60']);
  expect(await read()).toEqual([200, 'Hit from cloudfront', 'public, max-age=60']);
  entries.set('clips/C1', '*');
  expect(await read()).toEqual([410, null, 'no-store']);
  entries.delete('clips/C1');
  expect((await read())[0]).toBe(200);
  await cached.close();
  await picture.close();
});
