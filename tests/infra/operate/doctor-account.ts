/** Mocked responses of the services to the doctor: a complete account, which tests then damage. */
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { IvsClient, ListChannelsCommand } from '@aws-sdk/client-ivs';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach } from 'vitest';
import { readDeployConfig } from '../../../infra/config.ts';
import { replaceService } from '../../support/service.ts';

export const settings = {
  CANTERA_STAGE: 'prod',
  CANTERA_DOMAIN: 'cantera.example',
  CANTERA_CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  CANTERA_AUDIENCE: '800',
  CANTERA_ALARM_EMAIL: 'guardia@cantera.example',
  CANTERA_CONTACT_EMAILS: '["equipos@cantera.example"]',
  CANTERA_MAKER: '{"name":"Autor SL","taxId":"B12345674","address":"Murcia","email":"autor@cantera.example"}',
  CANTERA_TERMS_ADDRESS: 'https://cantera.example/documento/condiciones-compra',
  CANTERA_LEGAL:
    '{"registry":"Registro Mercantil de Murcia, hoja MU-1","contactPoint":"avisos@cantera.example","complaints":"En la calle Mayor 1","accessibilityReview":"2026-11-30","consentAge":14}',
  CANTERA_COMPANY: '{"name":"Cantera SL","taxId":"B12345674","address":"Murcia","email":"hola@cantera.example"}',
};
export const production = readDeployConfig(() => undefined, settings);

export const clients = {
  sts: replaceService(STSClient),
  cloudformation: replaceService(CloudFormationClient),
  acm: replaceService(ACMClient),
  ivs: replaceService(IvsClient),
  lambda: replaceService(LambdaClient),
  quotas: replaceService(ServiceQuotasClient),
  ses: replaceService(SESv2Client),
  sns: replaceService(SNSClient),
  sqs: replaceService(SQSClient),
  secrets: replaceService(SecretsManagerClient),
  cloudwatch: replaceService(CloudWatchClient),
};
const region = process.env.AWS_REGION;

beforeEach(() => {
  clients.sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/ana' });
  clients.ivs.on(ListChannelsCommand).resolves({ channels: [] });
  clients.cloudformation.on(DescribeStacksCommand).callsFake(({ StackName }: { StackName: string }) => {
    if (StackName === 'CDKToolkit') return stack(StackName, 'UPDATE_COMPLETE');
    throw failure('ValidationError', `Stack with id ${StackName} does not exist`);
  });
  clients.acm
    .on(DescribeCertificateCommand)
    .resolves({
      Certificate: {
        Status: 'ISSUED',
        DomainName: 'cantera.example',
        SubjectAlternativeNames: ['*.cantera.example'],
        NotAfter: new Date(Date.now() + 200 * 86_400_000),
        RenewalEligibility: 'ELIGIBLE',
      },
    });
  clients.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
  clients.quotas.on(ListServiceQuotasCommand).resolves({
    Quotas: [
      { QuotaName: 'Concurrent views', Value: 15_000 },
      { QuotaName: 'Channels', Value: 5000 },
    ],
  });
  clients.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true });
  clients.ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  clients.sns
    .on(ListSubscriptionsByTopicCommand)
    .resolves({ Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:eu-west-1:123456789012:cantera-prod-alarms:1' }] });
  clients.sns.on(GetTopicAttributesCommand).resolves({ Attributes: { Policy: createPolicy(publish) } });
  clients.sqs.on(GetQueueUrlCommand).resolves({ QueueUrl: 'https://sqs/queue' });
  clients.sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '0' } });
  clients.secrets
    .on(GetSecretValueCommand)
    .callsFake(({ SecretId }: { SecretId: string }) => ({
      SecretString: SecretId.endsWith('/partner') ? '{"keys":["one"]}' : '{"apiKey":"","webhookSecret":""}',
    }));
  clients.cloudwatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [] });
});
afterEach(() => {
  if (region === undefined) delete process.env.AWS_REGION;
  else process.env.AWS_REGION = region;
});

const deny = { Effect: 'Deny', Principal: { AWS: '*' }, Action: 'sns:Publish', Resource: '*' };
export const publish = { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, Action: 'sns:Publish' };
export const createPolicy = (...more: object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [deny, ...more] });

const stack = (StackName: string, StackStatus: 'CREATE_COMPLETE' | 'UPDATE_COMPLETE' | 'ROLLBACK_COMPLETE') => ({
  Stacks: [{ StackName, StackStatus, CreationTime: new Date(0) }],
});
export const failure = (name: string, message: string) => Object.assign(new Error(message), { name });
