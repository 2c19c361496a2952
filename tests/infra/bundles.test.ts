/**
 * Runs the bundles on the local platform, because parts of packages are omitted from them
 * (infra/toolchain/lean-bundle.ts). CANTERA_BUNDLES=dist/functions runs the whole API suite with bundles.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { splitVat } from '../../shared/domain/vat.ts';
import { bundleFunctions } from '../support/bundles.ts';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { encodingLimit } from '../support/limits.ts';
import { createClip } from '../support/media.ts';
import { buildUser } from '../support/records.ts';

const { folder: bundles } = await bundleFunctions();
const platform = await startDedicatedPlatform({ minuteMs: 2_000, bundles });
let token: string;

beforeAll(async () => {
  const { createUser } = await import('../../functions/people/accounts/store.ts');
  const { startSession } = await import('../../functions/platform/auth/sessions.ts');
  const admin = buildUser('ADMIN');
  await createUser(admin);
  ({ token } = await startSession(admin, false, Date.now()));
});

// biome-ignore lint/suspicious/noExplicitAny: each test checks the members that it needs.
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const isForm = body instanceof FormData;
  const answer = await fetch(platform.addresses.api + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.json();
}

test('creates no Intl formatter at import, which would take half of the import time', async () => {
  const names = (await readdir(bundles, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const files = names.map(({ name }) => join(bundles, name, 'index.mjs'));
  const script = `
    const made = [];
    for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat'])
      Intl[name] = new Proxy(Intl[name], {
        construct: (target, given) => (made.push(new Error(name).stack), Reflect.construct(target, given)),
      });
    for (const file of ${JSON.stringify(files)}) await import(file);
    console.log(JSON.stringify(made));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, STRIPE_SECRET_ARN: 'none' },
  });
  expect(files.length).toBeGreaterThan(20);
  expect(JSON.parse(stdout)).toEqual([]);
});

test('uploads, encodes and plays a video', async () => {
  const film = await createClip({ seconds: 2, size: '320x180' });
  const file = { name: 'partido.mp4', type: 'video/mp4', size: film.length };
  const { data: id, upload } = await call('POST', '/live/vods', { title: 'Prueba', clubIds: [], file });
  const { data } = await call('POST', `/uploads/${upload.id}/parts`, { parts: [1] });
  await fetch(data.urls[0].url, { method: 'PUT', body: new Uint8Array(film) });
  await call('POST', `/uploads/${upload.id}/complete`);

  const read = async () => (await call('GET', `/live/vods/${id}`)).data.vod;
  await expect.poll(async () => (await read()).status, { interval: 200, timeout: encodingLimit }).toBe('FINISHED');
  const { vod } = (await call('GET', `/vods/${id}`)).data;
  const master = await (await fetch(vod.playback.url)).text();
  const rendition = await (await fetch(new URL(/^index_\S+/m.exec(master)?.[0] ?? '', vod.playback.url))).text();
  expect(rendition).toContain('METHOD=AES-128');
  expect(rendition).toContain('Signature=');
});

test('re-encodes an image, and rejects invalid input in Spanish', async () => {
  const { data: event } = await call('POST', '/live/sportevents', {
    title: 'Final',
    summary: '',
    sport: 'SOCCER',
    scheduledStartDate: '2026-11-21T10:00:00.000Z',
    scheduledFinishDate: '2026-11-21T12:00:00.000Z',
  });
  const png = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('thumbFile', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'final.png');
  const { data } = await call('POST', `/live/sportevents/${event.id}/thumbnail`, form);
  expect((await fetch(data.thumbnail)).headers.get('content-type')).toBe('image/webp');

  const refused = await fetch(`${platform.addresses.api}/live/sportevents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 7 }),
  });
  expect(refused.status).toBe(400);
  expect(((await refused.json()) as { message: string }).message).not.toMatch(/Invalid|expected/);
});

test('draws an invoice as the sources do, without what PDFKit needs for font files', async () => {
  const { appendInvoice } = await import('../../functions/money/invoices/rules.ts');
  const { renderInvoice } = await import('../../functions/money/invoices/render-invoice.ts');
  const { issue, toInvoiceId } = await import('../../functions/money/invoices/store.ts');
  const party = { name: 'Peña Señora de la Ñora', taxId: 'B12345674', address: 'Murcia' };
  const issued = await issue(async (before) => {
    const { record, chain } = appendInvoice(
      before,
      {
        type: 'F2',
        ...splitVat(199, 21),
        rate: 21,
        description: '«Norte – Sauce», alevín',
        seller: party,
        buyer: null,
        refersTo: [],
        charge: 'ch_1',
        source: 'ch_1',
        happenedAt: Date.now(),
        customer: null,
      },
      { software: { name: 'Cantera', version: '1', maker: { name: party.name, taxId: party.taxId } }, now: Date.now() },
    );
    return { records: [record], charges: [], chain };
  });
  const [record] = issued!.records;
  const answer = await fetch(`${platform.addresses.api}/live/invoices/${toInvoiceId(record!)}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const drawn = readStreams(new Uint8Array(await answer.arrayBuffer()));
  expect(drawn.join()).toContain('BT');
  expect(drawn).toEqual(readStreams(await renderInvoice(record!)));
});

/** The decompressed streams of a PDF: the bundle has another compressor. */
const readStreams = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/FlateDecode.*?stream\n(.*?)\nendstream/gs)
    .map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'))
    .toArray();

test('serves the API reference with schemas', async () => {
  const document = await (await fetch(`${platform.addresses.api}/openapi.json`)).json();
  expect(
    document.paths['/session/login'].post.requestBody.content['application/json'].schema.properties,
  ).toHaveProperty('username');
});
