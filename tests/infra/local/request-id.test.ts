/** The API Gateway request id appears in the response and in the log lines. */
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../functions/platform/http/serve.ts';
import { log } from '../../../functions/platform/observability/log.ts';
import { measure } from '../../../functions/platform/observability/metrics.ts';
import { type HttpHandler, startGateway } from '../../../infra/local/api-gateway/api-gateway.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { defineEndpoints } from '../../../shared/contract/endpoint.ts';

let gateway: Emulator | undefined;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  return gateway?.close();
});

const endpoints = defineEndpoints({ 'GET /broken': { summary: 'Fails', access: 'public' } });

test('the id of a failed request is readable cross-origin and in each of its log lines', async () => {
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('STAGE', 'test');
  const lines: Record<string, unknown>[] = [];
  const keep = (line: unknown) => lines.push(JSON.parse(String(line)) as Record<string, unknown>) > 0;
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(keep);
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => keep(line));
  const handler = serve(endpoints, {
    'GET /broken': async () => {
      await new Promise(setImmediate);
      log('warn', 'said deep inside');
      measure('MailsRefused');
      throw new Error('out of order');
    },
  });
  gateway = await startGateway({ routes: [{ routeKey: 'ANY /broken', handler: handler as unknown as HttpHandler }] });

  const ask = () => fetch(`${gateway?.url}/broken`, { headers: { origin: 'https://another.example' } });
  const answers = await Promise.all([ask(), ask()]);

  for (const answer of answers) {
    expect(answer.status).toBe(500);
    expect(answer.headers.get('access-control-expose-headers')).toBe('apigw-requestid');
    const id = answer.headers.get('apigw-requestid');
    expect(id).toMatch(/^[\w-]{15}=$/);
    const requestLines = lines.filter((line) => line.requestId === id);
    expect(requestLines.map((line) => line.message ?? Object.keys(line).at(-1))).toEqual([
      'said deep inside',
      'MailsRefused',
      'unexpected',
      'RequestsFailed',
      'request',
    ]);
  }
  expect(lines).toHaveLength(10);
});
