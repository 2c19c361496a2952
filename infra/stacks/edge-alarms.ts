/**
 * Alarms of both CloudFront hosts, in us-east-1, where CloudFront's metrics are. deploy.ts passes the distributions'
 * ids as parameters, from the outputs of Web and Media.
 */
import { CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { edgeAlarms } from '../alarms.ts';
import { createAlarmAction } from '../constructs/alarm-topic.ts';
import { edgeAlarmsStackName, edgeAlarmTopicName } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { createAlarm } from './operations.ts';

export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, alarmEmail }: DeployConfig) {
    super(scope, id, { stackName: edgeAlarmsStackName(stage), env: { region: 'us-east-1' } });
    const action = createAlarmAction(this, 'Alarms', { topicName: edgeAlarmTopicName(stage), email: alarmEmail });
    for (const { name, parameter } of edgeAlarms) {
      const { valueAsString: DistributionId } = new CfnParameter(this, parameter, { allowedPattern: '^[A-Z0-9]+$' });
      const metric = new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId, Region: 'Global' },
        statistic: 'Average',
        period: Duration.minutes(5),
      });
      // Percent of the host's requests.
      createAlarm(this, { name, threshold: 1, datapoints: [2, 3] }, metric).addAlarmAction(action);
    }
  }
}
