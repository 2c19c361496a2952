/**
 * Cost and delay of a goal: the score endpoint, polled each second, in a warm function, and the time from a tap in the
 * scorer app to the number on a viewer's page.
 */
import type { Page } from '@playwright/test';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import type { Figure } from './figure.ts';
import { measureCalls, percentile } from './statistics.ts';
import { onPlatform } from './visit.ts';

const goals = 5;

export function score(): Promise<Figure[]> {
  return onPlatform(async ({ browser, address }) => {
    const { clubId, createEvent, createPerson } = await import('../e2e/support/platform.ts');
    const { storeSession } = await import('../e2e/support/test.ts');
    const sides = { clubIds: [clubId(0), clubId(1)], homeClubId: clubId(0), awayClubId: clubId(1) };
    const match = await createEvent({ ...sides, title: 'Partido de la medida', state: 'LIVE' });
    const staff = await createPerson('ADMIN');
    const answer = await fetch(`${address}/api/sportevents/${match.id}/score/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        device: ulid(),
        sentAt: Date.now(),
        actions: [{ id: ulid(), kind: 'PERIOD_START', period: 1, clockMs: 0, at: Date.now() }],
      }),
    });
    if (!answer.ok) throw new Error(`The match did not start: ${answer.status}`);
    const times = await measureCalls(400, await createScoreRequest(match.id));

    const viewer = await (await browser.newContext()).newPage();
    const scorer = await (await browser.newContext()).newPage();
    await storeSession(scorer.context(), staff);
    await Promise.all([viewer.goto(`${address}/evento/${match.id}`), scorer.goto(`${address}/mesa/${match.id}`)]);
    const seconds: number[] = [];
    for (let goal = 1; goal <= goals; goal += 1) seconds.push(await measureGoal(scorer, viewer, goal));
    return [
      { what: 'GET …/score, by a warm function, p50', value: percentile(times, 50), unit: 'ms', limit: 1 },
      { what: 'Tap in the scorer app → viewer’s page, slowest', value: Math.max(...seconds), unit: 's', limit: 3 },
    ];
  });
}

/** Creates a request that bypasses the edge cache and runs the whole function. */
async function createScoreRequest(id: string): Promise<() => Promise<void>> {
  const { handler } = await import('../../functions/api/scores.ts');
  const serve = handler as (event: object, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;
  const request = {
    version: '2.0',
    routeKey: 'GET /sportevents/{id}/score',
    rawPath: `/sportevents/${id}/score`,
    rawQueryString: '',
    headers: {},
    pathParameters: { id },
    isBase64Encoded: false,
    requestContext: { requestId: 'bench', http: { method: 'GET', sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2;
  return async () => {
    const { statusCode } = await serve(request, {} as Context);
    if (statusCode !== 200) throw new Error(`The score answered ${statusCode}`);
  };
}

/** Logs a goal, and returns the seconds until the viewer's page shows it. */
async function measureGoal(scorer: Page, viewer: Page, goals: number): Promise<number> {
  const button = scorer.getByRole('button', { name: 'Gol', exact: true }).first();
  await button.waitFor();
  // The app ignores a second tap within 1.2 s as accidental; the varying delay spreads goals over the polling interval.
  await scorer.waitForTimeout(1_500 + 370 * goals);
  const tapped = performance.now();
  await button.click();
  // The score appears several times on the page, the largest first.
  await viewer.getByText(`${goals} – 0`, { exact: true }).first().waitFor();
  return (performance.now() - tapped) / 1000;
}
