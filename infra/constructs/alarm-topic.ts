import { Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

interface Props {
  topicName: string;
  email: string;
}

/** Creates a topic that sends alarms to an address, and returns the action that publishes to it. */
export function createAlarmAction(scope: Construct, id: string, { topicName, email }: Props): SnsAction {
  const topic = new Topic(scope, id, { topicName, enforceSSL: true });
  topic.addSubscription(new EmailSubscription(email));
  // `enforceSSL` replaces SNS's default policy, which would let the account's CloudWatch publish.
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
  return new SnsAction(topic);
}
