/**
 * Points the functions' modules at a stage, for operator commands: at the local platform by the environment file in its
 * data folder, at a deployed stage by the names of its resources.
 */
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createSettingVariables, readDeployConfig } from '../config.ts';
import { readLocalConfig } from '../local/config.ts';
import { readSharedEnvironment } from '../local/shared-environment.ts';
import { auditSecretName, resourcePrefix } from '../names.ts';

export const stageOption = { stage: { type: 'string', default: 'local' } } as const;
export const stageOptions = { ...stageOption, 'dry-run': { type: 'boolean', default: false } } as const;

export async function connectToStage(stage: string): Promise<void> {
  if (stage === 'local') await connectToLocal();
  else await connectToDeployed(stage);
}

async function connectToLocal(): Promise<void> {
  const { dataDir } = readLocalConfig();
  const environment = await readSharedEnvironment(dataDir);
  if (!environment) throw new Error(`No local platform runs on ${dataDir}: start it with "npm start".`);
  Object.assign(process.env, environment, { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local-secret' });
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  const answers = await fetch(String(environment.AWS_ENDPOINT_URL_DYNAMODB)).catch(() => undefined);
  if (!answers) throw new Error('The local platform does not answer: start it again with "npm start".');
}

async function connectToDeployed(name: string): Promise<void> {
  const config = readDeployConfig((key) => (key === 'stage' ? name : undefined));
  const { stage, region } = config;
  process.env.AWS_REGION ??= region;
  // Stores apply image rights and airtimes to each item that a command writes: without the settings, they would release
  // items that lack rights.
  Object.assign(process.env, createSettingVariables(config));
  process.env.STAGE = stage;
  process.env.TABLE_PREFIX = resourcePrefix(stage);
  const { id, account } = await findUserPool(`cantera-${stage}-users`);
  process.env.USER_POOL_ID = id;
  process.env.AUDIT_SECRET_ARN = auditSecretName(stage);
  for (const bucket of ['uploads', 'media', 'recordings', 'catalogue', 'anchors'])
    process.env[`${bucket.toUpperCase()}_BUCKET`] = `cantera-${stage}-${bucket}-${account}`;
}

/** Finds the user pool's id, and the account's, which is part of bucket names. */
async function findUserPool(name: string): Promise<{ id: string; account: string }> {
  const cognito = new CognitoIdentityProviderClient({});
  let NextToken: string | undefined;
  do {
    const answer = await cognito.send(new ListUserPoolsCommand({ MaxResults: 60, NextToken }));
    const userPool = answer.UserPools?.find((pool) => pool.Name === name);
    if (userPool?.Id) {
      const { UserPool } = await cognito.send(new DescribeUserPoolCommand({ UserPoolId: userPool.Id }));
      return { id: userPool.Id, account: UserPool?.Arn?.split(':')[4] ?? '' };
    }
    NextToken = answer.NextToken;
  } while (NextToken);
  throw new Error(`No user pool ${name} in ${process.env.AWS_REGION}: is the stage deployed in this region?`);
}
