/** The smoke test's alarm, with CloudWatch's answers. */
import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { beforeEach, expect, test } from 'vitest';
import { forceAlarm } from '../../../infra/operate/force-alarm.ts';
import { replaceService } from '../../support/service.ts';

const cloudWatch = replaceService(CloudWatchClient);
const options = { AlarmNamePrefix: 'cantera-prod-', seconds: 0 };
const topic = 'arn:aws:sns:eu-west-1:123456789012:cantera-prod-alarms';

beforeEach(() => {
  cloudWatch.on(DescribeAlarmsCommand).resolves({
    MetricAlarms: [
      { AlarmName: 'cantera-prod-Encodings fail', StateValue: 'ALARM' },
      { AlarmName: 'cantera-prod-Emails bounce', StateValue: 'OK' },
    ],
  });
  cloudWatch.on(SetAlarmStateCommand).resolves({});
});

const answer = (HistorySummary: string) =>
  cloudWatch.on(DescribeAlarmHistoryCommand).resolves({ AlarmHistoryItems: [{ HistorySummary }] });
const readStates = () =>
  cloudWatch.commandCalls(SetAlarmStateCommand).map(({ args: [{ input }] }) => [input.AlarmName, input.StateValue]);
const bothStates = [
  ['cantera-prod-Emails bounce', 'ALARM'],
  ['cantera-prod-Emails bounce', 'OK'],
];

test('forces an alarm that is not active and sees that it was published', async () => {
  answer(`Successfully executed action ${topic}`);
  expect(await forceAlarm(new CloudWatchClient({}), options)).toBe('cantera-prod-Emails bounce');
  expect(readStates()).toEqual(bothStates);
});

test.each([
  [
    `Failed to execute action ${topic}. Received error: "CloudWatch is not authorized to perform: SNS:Publish"`,
    /not authorized/,
  ],
  ['Alarm updated from OK to ALARM', /not sent within 0 s/],
])('fails after "%s"', async (summary, expected) => {
  answer(summary);
  await expect(forceAlarm(new CloudWatchClient({}), options)).rejects.toThrow(expected);
  expect(readStates()).toEqual(bothStates);
});

test('fails where no alarm exists', async () => {
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [] });
  await expect(forceAlarm(new CloudWatchClient({}), options)).rejects.toThrow(/no alarm cantera-prod-/);
});
