/**
 * Roles that GitHub's workflows take on, without a key: GitHub says which repository and environment runs, and AWS
 * believes it (OIDC). Once per account, by hand: `npx cdk deploy Deployer -c repository=<owner>/<name>`.
 */
import { Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { FederatedPrincipal, OidcProviderNative, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, wildcard } from '../constructs/acknowledge.ts';
import { arn } from '../constructs/names.ts';
import { edgeAlarmsStackName, firewallStackName } from '../names.ts';

const github = 'token.actions.githubusercontent.com';

/** What `npm run doctor` asks. None of these changes anything. */
const looks = [
  ...['acm:DescribeCertificate', 'cloudformation:DescribeStacks', 'cloudwatch:DescribeAlarms', 'ivs:ListChannels'],
  ...['lambda:GetAccountSettings', 'servicequotas:ListServiceQuotas', 'ses:GetAccount', 'ses:GetEmailIdentity'],
  ...['sns:ListSubscriptionsByTopic', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
  ...['cognito-idp:DescribeUserPool', 'cognito-idp:ListUserPools'],
];

export class DeployerStack extends Stack {
  constructor(scope: Construct, id: string, repository: string, region: string) {
    super(scope, id, { stackName: 'cantera-deployer', env: { region } });
    const provider = new OidcProviderNative(this, 'GitHub', {
      url: `https://${github}`,
      clientIds: ['sts.amazonaws.com'],
    });
    const role = (environment: string, statements: PolicyStatement[], maxSessionDuration?: Duration) => {
      const made = new Role(this, environment, {
        roleName: `cantera-github-${environment}`,
        assumedBy: new FederatedPrincipal(
          provider.oidcProviderArn,
          {
            StringEquals: {
              [`${github}:aud`]: 'sts.amazonaws.com',
              // Of this environment alone: its protection rules hold for the role too.
              [`${github}:sub`]: `repo:${repository}:environment:${environment}`,
            },
          },
          'sts:AssumeRoleWithWebIdentity',
        ),
        ...(maxSessionDuration && { maxSessionDuration }),
      });
      for (const statement of statements) {
        made.addToPolicy(statement);
        for (const resource of statement.resources.filter((name) => name.includes('*'))) {
          acknowledge(made, { [wildcard(resource)]: reasons[resource] ?? 'Stages are named when they are deployed.' });
        }
      }
      new CfnOutput(this, `${environment}-role`, { value: made.roleArn });
    };
    for (const environment of ['staging', 'production']) role(environment, deploys());
    role('restore-drill', restores(), Duration.hours(2));
  }
}

const reasons: Record<string, string> = {
  '*': 'These calls look at the account and know no resource.',
};

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

const retired = [firewallStackName('*'), edgeAlarmsStackName('*')];

/** What the CDK does it does by its own roles; the rest is the doctor's and the smoke test's. */
const deploys = () => [
  allow(['sts:AssumeRole'], [`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-*`]),
  allow(looks, ['*']),
  // What a setting brings no more (operate/retire.ts); none of them holds data.
  allow(
    ['cloudformation:DeleteStack'],
    retired.map((name) => `arn:${Aws.PARTITION}:cloudformation:us-east-1:${Aws.ACCOUNT_ID}:stack/${name}/*`),
  ),
  allow(['secretsmanager:GetSecretValue'], [arn('secretsmanager', 'secret:cantera/*')]),
  // The smoke test makes an administrator of its own, and takes it away.
  allow(
    ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
    [arn('dynamodb', 'table/cantera-*-users'), arn('dynamodb', 'table/cantera-*-sessions')],
  ),
  allow(
    ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminSetUserPassword'],
    [arn('cognito-idp', 'userpool/*')],
  ),
];

/** Copies have names of their own: nothing here can change or delete a table of the product. */
const restores = () => [
  allow(
    ['dynamodb:RestoreTableToPointInTime', 'dynamodb:DescribeTable', 'dynamodb:Scan', 'dynamodb:Query'],
    [arn('dynamodb', 'table/cantera-*')],
  ),
  allow(
    [
      ...['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:DeleteTable', 'dynamodb:GetItem'],
      ...['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ],
    [arn('dynamodb', 'table/cantera-*-drill-*')],
  ),
];
