/** Compares the expected audience with the stage's settings and the account's quotas (infra/costs/kickoff.ts). */
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { measured } from '../../costs/journeys.ts';
import { computeNeeds, defaultQuotas } from '../../costs/kickoff.ts';
import type { DeployConfig } from '../../settings.ts';
import { type Finding, good, missing } from './finding.ts';
import { readServiceQuotas } from './service-quotas.ts';

/** Computes how many viewers of one match the setting admits, rounded down to hundreds. */
export function computeAudience(requestsPerSecond: number): number {
  const needOfThousand = computeNeeds(1000, measured, requestsPerSecond).find(({ what }) =>
    what.includes('stage limit'),
  );
  return Math.floor((requestsPerSecond / (needOfThousand?.need ?? 1)) * 10) * 100;
}

export async function checkAudience({ audience, matches, requestsPerSecond }: DeployConfig): Promise<Finding[]> {
  if (audience === 0) {
    const message = `the expected audience is not set; ${requestsPerSecond} requests a second are enough for ${format(computeAudience(requestsPerSecond))} viewers at once`;
    return [missing('Audience', message, 'audience in infra/config.ts: the most viewers of one moment')];
  }
  const needs = computeNeeds(audience, measured, requestsPerSecond, await readQuotas(), matches);
  const exceeded = needs.filter(({ need, quota }) => need > quota);
  const crowd = `${format(audience)} viewers at once${matches > 1 ? `, of ${format(matches)} matches,` : ''}`;
  if (exceeded.length === 0) return [good('Audience', `${crowd} are within all limits`)];
  return exceeded.map(({ what, need, quota, remedy }) =>
    missing('Audience', `${crowd} need ${format(Math.ceil(need))} of ${what}, the limit is ${format(quota)}`, remedy),
  );
}

const format = (count: number) => count.toLocaleString('en-GB');

/** Finds the account's quotas. AWS's default stands for one that is not listed. */
async function readQuotas(): Promise<typeof defaultQuotas> {
  const [ivs, apiGateway, cognito, { AccountLimit }] = await Promise.all([
    readServiceQuotas('ivs'),
    readServiceQuotas('apigateway'),
    readServiceQuotas('cognito-idp'),
    new LambdaClient({}).send(new GetAccountSettingsCommand({})),
  ]);
  const find = (all: typeof ivs, pattern: RegExp) => all.find(({ name }) => pattern.test(name))?.value;
  return {
    ...defaultQuotas,
    ivsViews: find(ivs, /^Concurrent views$/i) ?? defaultQuotas.ivsViews,
    ivsStreams: find(ivs, /^Concurrent streams$/i) ?? defaultQuotas.ivsStreams,
    httpApiRequestsPerSecond: find(apiGateway, /^Throttle rate$/i) ?? defaultQuotas.httpApiRequestsPerSecond,
    cognitoSignIns: find(cognito, /UserAuthentication/i) ?? defaultQuotas.cognitoSignIns,
    lambdaConcurrency: AccountLimit?.ConcurrentExecutions ?? defaultQuotas.lambdaConcurrency,
  };
}
