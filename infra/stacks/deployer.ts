/**
 * Roles for GitHub workflows through OIDC, without keys, each for the resources of one stage. Deployed by hand, once
 * per account: `npx cdk deploy Deployer -c repository=<owner>/<name> -c stagingStage=<stage> -c productionStage=<stage>`.
 */
import { Aws, CfnOutput, DefaultStackSynthesizer, Duration, Stack } from 'aws-cdk-lib';
import { FederatedPrincipal, OidcProviderNative, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { assertStageName } from '../config.ts';
import { acknowledge, toWildcardId } from '../constructs/acknowledge.ts';
import { arn } from '../constructs/names.ts';
import { alarmTopicName, edgeAlarmTopicName, resourcePrefix, secretPrefix, undeliveredName } from '../names.ts';

const github = 'token.actions.githubusercontent.com';

/** Calls of `npm run doctor` that read the account and cannot be restricted to a stage. */
const accountActions = [
  'cloudwatch:DescribeAlarms',
  'cognito-idp:ListUserPools',
  'ivs:ListChannels',
  'lambda:GetAccountSettings',
  'servicequotas:ListServiceQuotas',
  'ses:GetAccount',
];

/** Stages by GitHub environment. An account of its own holds one of them. */
export interface DeployerProps {
  repository: string;
  region: string;
  staging?: string;
  production?: string;
}

export class DeployerStack extends Stack {
  constructor(scope: Construct, id: string, { repository, region, ...stages }: DeployerProps) {
    super(scope, id, { stackName: 'cantera-deployer', env: { region } });
    const { staging, production } = stages;
    if (!staging && !production)
      throw new Error('The Deployer needs -c stagingStage=<stage>, -c productionStage=<stage>, or both');
    if (staging === production) throw new Error(`staging and production are the same stage, ${staging}`);
    const provider = new OidcProviderNative(this, 'GitHub', {
      url: `https://${github}`,
      clientIds: ['sts.amazonaws.com'],
    });
    const createRole = (environment: string, statements: PolicyStatement[], maxSessionDuration?: Duration) => {
      const role = new Role(this, environment, {
        roleName: `cantera-github-${environment}`,
        assumedBy: new FederatedPrincipal(
          provider.oidcProviderArn,
          {
            StringEquals: {
              [`${github}:aud`]: 'sts.amazonaws.com',
              // Restricts the role to this environment, so that the environment's protection rules apply.
              [`${github}:sub`]: `repo:${repository}:environment:${environment}`,
            },
          },
          'sts:AssumeRoleWithWebIdentity',
        ),
        ...(maxSessionDuration && { maxSessionDuration }),
      });
      for (const statement of statements) {
        role.addToPolicy(statement);
        for (const resource of statement.resources.filter((name) => name.includes('*'))) {
          acknowledge(role, {
            [toWildcardId(resource)]:
              resource === '*'
                ? 'These calls read account data and have no resource-level permissions.'
                : 'Resources of this one stage.',
          });
        }
      }
      new CfnOutput(this, `${environment}-role`, { value: role.roleArn });
    };
    for (const [environment, stage] of Object.entries({ staging, production })) {
      if (!stage) continue;
      assertStageName(stage);
      createRole(environment, listDeployStatements(stage, region));
    }
    if (production) createRole('restore-drill', listRestoreStatements(production), Duration.hours(2));
  }
}

const createStatement = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
  new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });

/** An ARN in any region, because alarms and optional stacks are in us-east-1 too. */
const globalArn = (service: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:*:${Aws.ACCOUNT_ID}:${resource}`;

const stackArn = (name: string) => globalArn('cloudformation', `stack/${name}/*`);

/**
 * The roles that `npx cdk bootstrap` creates. They change everything in the account, whatever their caller may do
 * otherwise: only an account of its own separates a stage from another one's deployments.
 */
const listBootstrapRoles = (region: string) =>
  [...new Set([region, 'us-east-1'])].flatMap((name) =>
    ['deploy', 'file-publishing', 'lookup'].map((role) => {
      const id = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${role}-role-${Aws.ACCOUNT_ID}-${name}`;
      return `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${id}`;
    }),
  );

/**
 * Lists the statements for deploying a stage: the CDK uses roles of its own, all others serve the doctor and the smoke
 * test.
 */
const listDeployStatements = (stage: string, region: string) => [
  createStatement(['sts:AssumeRole'], listBootstrapRoles(region)),
  createStatement(accountActions, ['*']),
  createStatement(['cloudformation:DescribeStacks'], [stackArn('CDKToolkit'), stackArn(`${resourcePrefix(stage)}*`)]),
  // For operate/deployed-resources.ts.
  createStatement(['cloudformation:ListStackResources'], [stackArn(`${resourcePrefix(stage)}*`)]),
  // For operate/deleted-stacks.ts, with the rights of the role that created the stack.
  createStatement(['cloudformation:DeleteStack'], [stackArn(`${resourcePrefix(stage)}*`)]),
  createStatement(['acm:DescribeCertificate'], [globalArn('acm', 'certificate/*')]),
  createStatement(['ses:GetEmailIdentity'], [arn('ses', 'identity/*')]),
  createStatement(
    ['sns:GetTopicAttributes', 'sns:ListSubscriptionsByTopic'],
    [globalArn('sns', alarmTopicName(stage)), globalArn('sns', edgeAlarmTopicName(stage))],
  ),
  createStatement(['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'], [arn('sqs', undeliveredName(stage))]),
  createStatement(['secretsmanager:GetSecretValue'], [arn('secretsmanager', `secret:${secretPrefix(stage)}*`)]),
  // The smoke test forces an alarm, and creates and deletes an administrator.
  createStatement(
    ['cloudwatch:DescribeAlarmHistory', 'cloudwatch:SetAlarmState'],
    [globalArn('cloudwatch', `alarm:${resourcePrefix(stage)}*`)],
  ),
  createStatement(
    ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
    ['users', 'sessions'].map((name) => arn('dynamodb', `table/${resourcePrefix(stage)}${name}`)),
  ),
  // A pool's name is not part of its ARN; its tag says the stage.
  createStatement(
    [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminSetUserPassword',
      'cognito-idp:DescribeUserPool',
    ],
    [arn('cognito-idp', 'userpool/*')],
    { StringEquals: { 'aws:ResourceTag/stage': stage } },
  ),
];

/** Lists the statements for the restore drill, which may write only to tables named as copies. */
const listRestoreStatements = (stage: string) => [
  createStatement(
    ['dynamodb:RestoreTableToPointInTime', 'dynamodb:DescribeTable', 'dynamodb:Scan', 'dynamodb:Query'],
    [arn('dynamodb', `table/${resourcePrefix(stage)}*`)],
  ),
  createStatement(
    [
      'dynamodb:BatchWriteItem',
      'dynamodb:DeleteItem',
      'dynamodb:DeleteTable',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ],
    [arn('dynamodb', `table/${resourcePrefix(stage)}drill-*`)],
  ),
];
