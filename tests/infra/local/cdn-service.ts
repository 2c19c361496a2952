/** The CloudFront emulator for the tests of a file: both distributions with their origins, and signatures. */
import { sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createResponseHeaders, mediaBehaviours, webBehaviours } from '../../../infra/cdn.ts';
import { startCdn } from '../../../infra/local/cloudfront/cloudfront.ts';
import { createPemKeys } from '../../../infra/local/keys.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import { listen } from '../../../infra/local/wire/http-server.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const ec = createPemKeys('P-256');
export const foreign = createPemKeys('P-256');

const api = await listen((request, response) => {
  if (/hang-up/.test(request.url ?? '')) return void request.socket.destroy();
  if (/busy/.test(request.url ?? '')) return void response.writeHead(429).end('{"message":"Too Many Requests"}');
  const body = JSON.stringify({
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization,
  });
  response.writeHead(request.url?.startsWith('/teapot') ? 418 : 200, {
    'content-type': 'application/json',
    'access-control-allow-origin': 'http://api',
  });
  response.end(body);
});

const folder = createTemporaryFolder();
export const store = await startS3({ dataDir: folder });
await store.createBucket('media');
const put = async (key: string, text: string, contentType: string) => {
  await writeFile(join(folder, 'incoming'), text, 'latin1');
  await store.putFile('media', key, join(folder, 'incoming'), { contentType });
};
await put('vods/v1/g1/index_360p_00001.ts', '0123456789', 'video/MP2T');
await put('vods/v2/g1/index_360p_00001.ts', 'other', 'video/MP2T');
await put('thumbnails/document', '%PDF-1.7 ...', 'application/pdf');
await put('thumbnails/club', '\x89PNG....', 'image/png');
await mkdir(join(folder, 'web/assets'), { recursive: true });
await writeFile(join(folder, 'web/index.html'), '<html>app</html>');
await writeFile(join(folder, 'web/assets/app-abc.js'), `console.log(1);${' '.repeat(5000)}`);
await writeFile(join(folder, 'secret.txt'), 'secret');
const headers = createResponseHeaders({ media: 'http://localhost:3002', https: false });
export const media = await startCdn({
  behaviours: mediaBehaviours,
  headers,
  origins: {
    api: { type: 'http', url: api.url },
    media: { type: 'bucket', bucket: 'media', store },
    recordings: { type: 'bucket', bucket: 'recordings', store },
  },
  trustedKeys: [{ keyPairId: 'KEC', publicKeyPem: ec.publicKey }],
});
export const web = await startCdn({
  behaviours: webBehaviours,
  headers,
  origins: {
    api: { type: 'http', url: api.url },
    web: { type: 'folder', path: join(folder, 'web'), files: { '/config.json': '{"stage":"local"}' } },
  },
});

afterAll(async () => {
  await media.close();
  await web.close();
  await store.close();
  await api.close();
});

const encodeUrlSafe = (bytes: Buffer) =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
export const computeExpiry = () => Math.round(Date.now() / 1000) + 60;

export function signPolicy(
  resource: string,
  { expires = computeExpiry(), key = ec.privateKey, id = 'KEC', hash = 'sha256', extra = {} } = {},
) {
  const policy = JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires }, ...extra } }],
  });
  const signature = encodeUrlSafe(sign(hash, Buffer.from(policy), key));
  return `Policy=${encodeUrlSafe(Buffer.from(policy))}&Signature=${signature}&Key-Pair-Id=${id}${hash === 'sha256' ? '&Hash-Algorithm=SHA256' : ''}`;
}
