/** Forces an alarm, to prove that alarms reach the topic that emails them. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';

interface Options {
  AlarmNamePrefix: string;
  /** Seconds until CloudWatch's history must contain the action. */
  seconds?: number;
}

/**
 * Sets an alarm to ALARM and back, which emails the operator, and returns its name. @throws Error if CloudWatch did not
 * publish the alarm.
 */
export async function forceAlarm(client: CloudWatchClient, { AlarmNamePrefix, seconds = 60 }: Options) {
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNamePrefix }));
  // Skips active alarms, whose state would not change, so that no action would run.
  const AlarmName = MetricAlarms.find(({ StateValue }) => StateValue !== 'ALARM')?.AlarmName;
  if (!AlarmName) throw new Error(`no alarm ${AlarmNamePrefix}… exists that is not active`);
  const StartDate = new Date();
  const StateReason = 'npm run smoke tests whether alarms arrive: nothing is wrong';
  await client.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
  try {
    for (const end = Date.now() + seconds * 1000; ; await sleep(1000)) {
      const { AlarmHistoryItems = [] } = await client.send(
        new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: 'Action', StartDate }),
      );
      const summaries = AlarmHistoryItems.map(({ HistorySummary = '' }) => HistorySummary);
      const failed = summaries.find((summary) => /^Failed/.test(summary));
      if (failed) throw new Error(`${AlarmName} was not sent: ${failed}`);
      if (summaries.some((summary) => /^Successfully executed action arn:[\w-]+:sns:/.test(summary))) return AlarmName;
      if (Date.now() >= end) throw new Error(`${AlarmName} was not sent within ${seconds} s`);
    }
  } finally {
    await client.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'OK', StateReason }));
  }
}
