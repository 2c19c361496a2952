/** Compares the expected audience with the stage's settings and the account's quotas (infra/costs/kickoff.ts). */
import { readFileSync } from 'node:fs';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import type { Measured } from '../../costs/journeys.ts';
import { computeNeeds } from '../../costs/kickoff.ts';
import { quotas } from '../../costs/quotas.ts';
import type { DeployConfig } from '../../settings.ts';
import { type Finding, good, missing } from './finding.ts';

const measured = JSON.parse(readFileSync(new URL('../../costs/measured.json', import.meta.url), 'utf8')) as Measured;

/** Computes how many viewers of one match the setting admits, rounded down to hundreds. */
export function computeAudience(requestsPerSecond: number): number {
  const needOfThousand = computeNeeds(1000, measured, requestsPerSecond).find(({ what }) =>
    what.includes('stage limit'),
  );
  return Math.floor((requestsPerSecond / (needOfThousand?.need ?? 1)) * 10) * 100;
}

export async function checkAudience({ audience, requestsPerSecond }: DeployConfig): Promise<Finding[]> {
  if (audience === 0) {
    const message = `the expected audience is not set; ${requestsPerSecond} requests a second are enough for ${format(computeAudience(requestsPerSecond))} viewers at once`;
    return [missing('Audience', message, 'audience in infra/config.ts: the most viewers of one moment')];
  }
  const needs = computeNeeds(audience, measured, requestsPerSecond, await readQuotas());
  const exceeded = needs.filter(({ need, quota }) => need > quota);
  if (exceeded.length === 0) return [good('Audience', `${format(audience)} viewers at once are within all limits`)];
  return exceeded.map(({ what, need, quota, remedy }) =>
    missing(
      'Audience',
      `${format(audience)} viewers at once need ${format(Math.ceil(need))} of ${what}, the limit is ${format(quota)}`,
      remedy,
    ),
  );
}

const format = (count: number) => count.toLocaleString('en-GB');

/**
 * Finds the account's quotas by name, because their codes differ by region. AWS's default stands for one that is not
 * listed.
 */
async function readQuotas(): Promise<typeof quotas> {
  const client = new ServiceQuotasClient({});
  const read = async (ServiceCode: string, name: RegExp, preset: number) => {
    const { Quotas = [] } = await client.send(new ListServiceQuotasCommand({ ServiceCode, MaxResults: 100 }));
    return Quotas.find(({ QuotaName = '' }) => name.test(QuotaName))?.Value ?? preset;
  };
  const [ivsViews, httpApiRequestsPerSecond, cognitoSignIns, { AccountLimit }] = await Promise.all([
    read('ivs', /^Concurrent views$/i, quotas.ivsViews),
    read('apigateway', /^Throttle rate$/i, quotas.httpApiRequestsPerSecond),
    read('cognito-idp', /UserAuthentication/i, quotas.cognitoSignIns),
    new LambdaClient({}).send(new GetAccountSettingsCommand({})),
  ]);
  const lambdaConcurrency = AccountLimit?.ConcurrentExecutions ?? quotas.lambdaConcurrency;
  return { ...quotas, ivsViews, httpApiRequestsPerSecond, cognitoSignIns, lambdaConcurrency };
}
