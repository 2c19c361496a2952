/**
 * Roles for GitHub workflows through OIDC, without keys. Deployed by hand, once per account: `npx cdk deploy Deployer
 * -c repository=<owner>/<name>`.
 */
import { Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { FederatedPrincipal, OidcProviderNative, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, toWildcardId } from '../constructs/acknowledge.ts';
import { arn } from '../constructs/names.ts';
import { edgeAlarmsStackName, firewallStackName, resourcePrefix } from '../names.ts';

const github = 'token.actions.githubusercontent.com';

/** Read-only calls of `npm run doctor`. */
const doctorActions = [
  ...['acm:DescribeCertificate', 'cloudformation:DescribeStacks', 'cloudwatch:DescribeAlarms', 'ivs:ListChannels'],
  ...['lambda:GetAccountSettings', 'servicequotas:ListServiceQuotas', 'ses:GetAccount', 'ses:GetEmailIdentity'],
  ...['sns:GetTopicAttributes', 'sns:ListSubscriptionsByTopic', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
  ...['cognito-idp:DescribeUserPool', 'cognito-idp:ListUserPools'],
];

export class DeployerStack extends Stack {
  constructor(scope: Construct, id: string, repository: string, region: string) {
    super(scope, id, { stackName: 'cantera-deployer', env: { region } });
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
            [toWildcardId(resource)]: reasons[resource] ?? 'Stages are named when they are deployed.',
          });
        }
      }
      new CfnOutput(this, `${environment}-role`, { value: role.roleArn });
    };
    for (const environment of ['staging', 'production']) createRole(environment, listDeployStatements());
    createRole('restore-drill', listRestoreStatements(), Duration.hours(2));
  }
}

const reasons: Record<string, string> = {
  '*': 'These calls read account data and have no resource-level permissions.',
};

const createStatement = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

const optionalStackNames = [firewallStackName('*'), edgeAlarmsStackName('*')];

const anyAlarm = `arn:${Aws.PARTITION}:cloudwatch:*:${Aws.ACCOUNT_ID}:alarm:${resourcePrefix('*')}*`;

/**
 * Lists the statements for deploying: the CDK uses roles of its own, all others serve the doctor and the smoke test.
 */
const listDeployStatements = () => [
  createStatement(['sts:AssumeRole'], [`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-*`]),
  createStatement(doctorActions, ['*']),
  // For operate/deployed-resources.ts.
  createStatement(['cloudformation:ListStackResources'], [arn('cloudformation', `stack/${resourcePrefix('*')}*/*`)]),
  // For operate/failed-stacks.ts. The CDK's own role may delete any stack.
  createStatement(['cloudformation:DeleteStack'], [arn('cloudformation', `stack/${resourcePrefix('*')}*/*`)]),
  // For operate/optional-stacks.ts. These stacks contain no data.
  createStatement(
    ['cloudformation:DeleteStack'],
    optionalStackNames.map((name) => `arn:${Aws.PARTITION}:cloudformation:us-east-1:${Aws.ACCOUNT_ID}:stack/${name}/*`),
  ),
  createStatement(['secretsmanager:GetSecretValue'], [arn('secretsmanager', 'secret:cantera/*')]),
  // The smoke test forces an alarm, and creates and deletes an administrator.
  createStatement(['cloudwatch:DescribeAlarmHistory', 'cloudwatch:SetAlarmState'], [anyAlarm]),
  createStatement(
    ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
    [arn('dynamodb', 'table/cantera-*-users'), arn('dynamodb', 'table/cantera-*-sessions')],
  ),
  createStatement(
    ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminSetUserPassword'],
    [arn('cognito-idp', 'userpool/*')],
  ),
];

/** Lists the statements for the restore drill, which may write only to tables named as copies. */
const listRestoreStatements = () => [
  createStatement(
    ['dynamodb:RestoreTableToPointInTime', 'dynamodb:DescribeTable', 'dynamodb:Scan', 'dynamodb:Query'],
    [arn('dynamodb', 'table/cantera-*')],
  ),
  createStatement(
    [
      ...['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:DeleteTable', 'dynamodb:GetItem'],
      ...['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ],
    [arn('dynamodb', 'table/cantera-*-drill-*')],
  ),
];
