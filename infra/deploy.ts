/**
 * `npm run deploy`: the whole product to AWS, in one command. Says what it is about to do, then builds and deploys every
 * stack; what has not changed is left alone, so it may be repeated.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { deployConfig } from './config.ts';
import { root } from './local/config.ts';
import { readArguments } from './toolchain/arguments.ts';
import { ending, exitCode } from './toolchain/ending.ts';

const usage = `npm run deploy [-- --stage <stage>] [-- options of "cdk deploy"]

  --stage <stage>   which one: "prod" keeps everything for ever, other names are for trials ("dev" unless said).
                    Also by the variable CANTERA_STAGE.
  --help            this text

Settings (domain, prices, addresses…) are in infra/config.ts. AWS credentials and account come from where the AWS
command line takes them. Once per account and region, before: npx cdk bootstrap`;

const { values, words: options } = readArguments(usage, { stage: { type: 'string' } }, Number.POSITIVE_INFINITY);

try {
  process.exitCode = await deploy();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function deploy(): Promise<number> {
  if (values.stage) process.env.CANTERA_STAGE = values.stage;
  const config = deployConfig(() => undefined);
  console.log(`Stage    ${config.stage}${config.production ? ' (kept: tables, buckets and users are never deleted)' : ''}
Region   ${config.region}
Domain   ${config.domain || "none: CloudFront's own names"}
Steps    build the functions and the web app, then deploy Data, Media, Web, Api, Operations`);
  await requireCredentials(config.region);
  // The CDK builds first (cdk.json).
  const cdk = join(root, 'node_modules/.bin/cdk');
  return run(cdk, ['deploy', '--all', '--require-approval', 'never', '--concurrency', '2', ...options], {
    AWS_REGION: config.region,
    CDK_DEFAULT_REGION: config.region,
  });
}

/** Better to say it before a minute of building. */
async function requireCredentials(region: string): Promise<void> {
  const { credentials } = new CognitoIdentityProviderClient({ region }).config;
  await credentials().catch((error: unknown) => {
    throw new Error(
      `No AWS credentials: sign in first (aws sso login, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY). ${
        error instanceof Error ? error.message : ''
      }`,
    );
  });
}

function run(command: string, args: string[], environment: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
    // The terminal's Ctrl-C reaches the child itself, which leaves CloudFormation in order.
    process.on('SIGINT', () => {});
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal) console.error(`cdk ${ending(code, signal)}`);
      resolve(exitCode(code, signal));
    });
  });
}
