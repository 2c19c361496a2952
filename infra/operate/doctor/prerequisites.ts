import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { IvsClient, ListChannelsCommand } from '@aws-sdk/client-ivs';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { hasWebAcl } from '../../costs/edge-plans.ts';
import { resourcePrefix } from '../../names.ts';
import type { DeployConfig } from '../../settings.ts';
import { neverCreated, stackNames } from '../deleted-stacks.ts';
import { checkAudience } from './audience.ts';
import { bad, type Finding, good, ignoreMissing, missing, runCheck } from './finding.ts';
import { readServiceQuotas } from './service-quotas.ts';

/** Checks the credentials, which all other checks need. */
export async function checkCredentials(): Promise<Finding> {
  try {
    const { Account, Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
    return good('Credentials', `account ${Account}, as ${Arn?.split(':').at(-1)}`);
  } catch (error) {
    const todo = 'aws sso login, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    return bad('Credentials', `no valid AWS credentials (${error instanceof Error ? error.name : error})`, todo);
  }
}

export async function checkPrerequisites(config: DeployConfig): Promise<Finding[]> {
  const regions = config.alarmEmail || hasWebAcl(config) ? [config.region, 'us-east-1'] : [config.region];
  const findings = await Promise.all([
    runCheck('Region', () => checkRegion(config)),
    ...[...new Set(regions)].map((region) => runCheck('Bootstrap', () => checkBootstrap(region))),
    runCheck('Stacks', () => checkStacks(config)),
    runCheck('Certificate', () => checkCertificate(config)),
    runCheck('Functions', () => checkConcurrency(config)),
    runCheck('Audience', () => checkAudience(config)),
    runCheck('Lives', checkLiveQuotas),
  ]);
  return findings.flat();
}

async function checkRegion({ region }: DeployConfig): Promise<Finding> {
  try {
    await new IvsClient({ region, maxAttempts: 1 }).send(new ListChannelsCommand({ maxResults: 1 }));
    return good('Region', `${region} has live streaming`);
  } catch (error) {
    const { name: fault, code } = error as Error & { code?: string };
    if (code !== 'ENOTFOUND') throw error;
    return bad(
      'Region',
      `${region} has no live streaming (${fault})`,
      'choose another, for example eu-west-1: CANTERA_REGION',
    );
  }
}

const findStack = async (client: CloudFormationClient, StackName: string): Promise<Stack | undefined> =>
  (await ignoreMissing(client.send(new DescribeStacksCommand({ StackName }))))?.Stacks?.[0];

async function checkBootstrap(region: string): Promise<Finding> {
  const toolkit = await findStack(new CloudFormationClient({ region }), 'CDKToolkit');
  if (toolkit) return good('Bootstrap', `the CDK is bootstrapped in ${region}`);
  return bad(
    'Bootstrap',
    `the CDK is not bootstrapped in ${region}`,
    `npx cdk bootstrap aws://<account>/${region}, once`,
  );
}

/** True if the stage is deployed and no deployment is running. */
export async function isDeployed({ stage, region }: DeployConfig): Promise<boolean> {
  const last = await findStack(new CloudFormationClient({ region }), `${resourcePrefix(stage)}api`);
  return /^(CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(last?.StackStatus ?? '');
}

/** Finds stacks whose state blocks a deployment: failed ones, and those that another deployment is changing. */
async function checkStacks({ stage, region }: DeployConfig): Promise<Finding[]> {
  const client = new CloudFormationClient({ region });
  const stacks = await Promise.all(stackNames.map((each) => findStack(client, resourcePrefix(stage) + each)));
  const existingStacks = stacks.filter((stack) => stack !== undefined);
  if (existingStacks.length === 0) return [good('Stacks', 'none yet: the first deployment')];
  const stuckStacks = existingStacks.flatMap(({ StackName = '', StackStatus = '' }) => {
    if (neverCreated.test(StackStatus)) {
      const message = `the first deployment of ${StackName} failed (${StackStatus}); it contains no data`;
      return [missing('Stacks', message, `npm run deploy -- --stage ${stage}: deletes and creates it again`)];
    }
    const todo = findRemedy(StackName, StackStatus);
    return todo ? [bad('Stacks', `${StackName} is in ${StackStatus}`, todo)] : [];
  });
  return stuckStacks.length > 0
    ? stuckStacks
    : [good('Stacks', `${existingStacks.length} of ${stackNames.length} exist and are stable`)];
}

function findRemedy(name: string, status: string): string | undefined {
  // So far the stack is only a change set, which the next deployment replaces.
  if (status === 'REVIEW_IN_PROGRESS') return undefined;
  if (status.endsWith('_IN_PROGRESS')) return 'a deployment is in progress: wait until it has ended';
  if (status === 'UPDATE_ROLLBACK_FAILED') return `aws cloudformation continue-update-rollback --stack-name ${name}`;
  return status === 'DELETE_FAILED' ? `aws cloudformation delete-stack --stack-name ${name}` : undefined;
}

async function checkCertificate({ domain, certificateArn }: DeployConfig): Promise<Finding[]> {
  if (!domain)
    return [
      missing(
        'Certificate',
        'no domain: the hosts are CloudFront’s names',
        'domain and certificateArn in infra/config.ts',
      ),
    ];
  const answer = await ignoreMissing(
    new ACMClient({ region: 'us-east-1' }).send(new DescribeCertificateCommand({ CertificateArn: certificateArn })),
  );
  const todo = `in ACM in us-east-1: one for ${domain} and media.${domain}`;
  const certificate = answer?.Certificate;
  if (!certificate) return [bad('Certificate', 'does not exist', todo)];
  if (certificate.Status !== 'ISSUED')
    return [bad('Certificate', `is ${certificate.Status}`, 'add the CNAME records that ACM shows, and wait')];
  const names = [certificate.DomainName, ...(certificate.SubjectAlternativeNames ?? [])];
  const covers = (host: string) => names.includes(host) || names.includes(`*.${host.split('.').slice(1).join('.')}`);
  const uncovered = [domain, `media.${domain}`].filter((host) => !covers(host));
  if (uncovered.length > 0) return [bad('Certificate', `does not cover ${uncovered.join(' and ')}`, todo)];
  const days = Math.floor(((certificate.NotAfter?.getTime() ?? 0) - Date.now()) / 86_400_000);
  if (days < 30 && certificate.RenewalEligibility !== 'ELIGIBLE')
    return [bad('Certificate', `expires in ${days} days and does not renew automatically`, todo)];
  return [good('Certificate', `covers ${domain} and media.${domain}`)];
}

/** Concurrent executions that a match needs; new accounts have ten. */
const requiredConcurrency = 500;

async function checkConcurrency({ production }: DeployConfig): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  if (limit >= requiredConcurrency) return good('Functions', `${limit} concurrent executions`);
  const message = `only ${limit} concurrent executions: enough for a trial, not for a match with an audience`;
  const todo = 'Service Quotas, AWS Lambda, "Concurrent executions": request 1,000 or more, which takes days';
  // A deployment would succeed, but a public stage would answer 503 to the eleventh viewer.
  return production
    ? { ...bad('Functions', message, todo), allowsDeployment: true }
    : missing('Functions', message, todo);
}

async function checkLiveQuotas(): Promise<Finding> {
  const quotas = (await readServiceQuotas('ivs')).filter(({ name }) =>
    /^(Concurrent (streams|views)|Channels)$/i.test(name),
  );
  if (quotas.length === 0) return missing('Lives', 'the quotas of IVS are not listed', 'check Service Quotas, IVS');
  return good('Lives', quotas.map(({ name, value }) => `${name.toLowerCase()} ${value}`).join(', '));
}
