/** The statement of a busy month, from a provider that takes its time for each page. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { createId } from '../../../infra/local/stripe/objects.ts';
import { createEvent } from '../../support/api.ts';
import { buy, state } from './own-provider.ts';

const pageMs = 100;
const lines = 6_000;
/** Before every month that another test closes. */
const month = '2021-05';

const behind = String(process.env.STRIPE_API_URL);
const slow = createServer(async (asked, answer) => {
  await sleep(pageMs);
  const { method, headers, url = '/' } = asked;
  const forwarded = request(behind + url, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  asked.pipe(forwarded);
});
await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
afterAll(() => slow.close());

const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');

test('[F-MONEY-4] the statement of a busy month is ready within a request', async () => {
  const { charge } = await buy(await createEvent());
  await issueInvoices(Date.now() + 60_000, Date.now() + 60_000);
  const [paid] = Object.values(state.data.transactions);
  const from = Date.parse(`${month}-02`) / 1000;
  for (let index = 0; index < lines; index += 1) {
    const id = createId('txn');
    const created = from + Math.floor((index * 25 * 86_400) / lines);
    state.data.transactions[id] = { ...paid!, id, created, source: charge.id };
  }
  vi.resetModules();
  vi.stubEnv('STRIPE_API_URL', `http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
  const { compileStatement } = await import('../../../functions/money/statements/compile-statement.ts');
  const began = Date.now();
  const { rows } = await compileStatement(month);
  const took = Date.now() - began;
  console.log(`${lines} lines in ${took} ms`);
  expect(rows.reduce((sum, { payments }) => sum + payments, 0)).toBe(lines * 1);
  // One list would take more than six seconds for its pages alone.
  expect(took).toBeLessThan(29_000);
});
