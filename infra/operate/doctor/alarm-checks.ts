/** Checks a stage's alarms, and events that no function handled. */
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { alarmTopicName, edgeAlarmTopicName, resourcePrefix, undeliveredName } from '../../names.ts';
import type { DeployConfig } from '../../settings.ts';
import { bad, type Finding, good, ignoreMissing, missing } from './finding.ts';

export async function checkAlarmSubscriptions(
  { stage, region, alarmEmail }: DeployConfig,
  account: string,
): Promise<Finding[]> {
  if (!alarmEmail) return [missing('Alarms', 'alarms have no recipient', 'alarmEmail in infra/config.ts')];
  const topics = [
    { region, name: alarmTopicName(stage) },
    { region: 'us-east-1', name: edgeAlarmTopicName(stage) },
  ];
  return Promise.all(
    topics.map(async ({ region: alarmRegion, name }) => {
      const TopicArn = `arn:aws:sns:${alarmRegion}:${account}:${name}`;
      const sns = new SNSClient({ region: alarmRegion });
      const [answer, topic] = await Promise.all([
        ignoreMissing(sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }))),
        ignoreMissing(sns.send(new GetTopicAttributesCommand({ TopicArn }))),
      ]);
      if (topic && !letsAlarmsPublish(topic.Attributes?.Policy))
        return bad('Alarms', `in ${alarmRegion} may not publish to ${name}: nobody learns of them`, 'npm run deploy');
      const confirmed = answer?.Subscriptions?.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
      if (confirmed) return good('Alarms', `in ${alarmRegion} are sent to ${alarmEmail}`);
      if (!answer) return bad('Alarms', `in ${alarmRegion} do not exist`, 'npm run deploy');
      return bad(
        'Alarms',
        `${alarmEmail} has not confirmed the subscription in ${alarmRegion}`,
        'the link in the mail from AWS',
      );
    }),
  );
}

/** Returns whether a topic's policy lets CloudWatch publish: as a service, or as any caller, which is SNS's default. */
function letsAlarmsPublish(policy = '{}'): boolean {
  const { Statement = [] } = JSON.parse(policy) as { Statement?: PolicyStatement | PolicyStatement[] };
  return [Statement].flat().some(({ Effect, Action, Principal }) => {
    const { Service = [], AWS = [] } = typeof Principal === 'string' ? { AWS: Principal } : (Principal ?? {});
    const isForAlarms = [Service].flat().includes('cloudwatch.amazonaws.com') || [AWS].flat().includes('*');
    return Effect === 'Allow' && isForAlarms && [Action ?? []].flat().some((one) => /^(sns:)?(publish|\*)$/i.test(one));
  });
}

interface PolicyStatement {
  Effect?: string;
  Action?: string | string[];
  Principal?: string | { Service?: string | string[]; AWS?: string | string[] };
}

export async function checkAlarms({ stage }: DeployConfig): Promise<Finding> {
  const AlarmNamePrefix = resourcePrefix(stage);
  const { MetricAlarms = [] } = await new CloudWatchClient({}).send(
    new DescribeAlarmsCommand({ AlarmNamePrefix, StateValue: 'ALARM' }),
  );
  if (MetricAlarms.length === 0) return good('Trouble', 'no alarm is active');
  const names = MetricAlarms.map(({ AlarmName = '' }) => AlarmName.slice(AlarmNamePrefix.length));
  return bad('Trouble', names.join(', '), 'infra/README.md, Alarms');
}

export async function checkUnhandledEvents({ stage }: DeployConfig): Promise<Finding> {
  const sqs = new SQSClient({});
  const queue = await ignoreMissing(sqs.send(new GetQueueUrlCommand({ QueueName: undeliveredName(stage) })));
  if (!queue) return bad('Events', 'the queue of unhandled events does not exist', 'npm run deploy');
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queue.QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  const waiting = Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  if (waiting === 0) return good('Events', 'all were handled');
  return bad('Events', `${waiting} were not handled`, `npm run redeliver -- --stage ${stage}`);
}
