/** Names derived from the stage, for the stacks and for commands that look up resources. */
import type { QueueName } from './function-spec.ts';

/** Prefix of all resource names, including the tables. */
export const resourcePrefix = (stage: string) => `cantera-${stage}-`;

/** Prefix of a stage's secrets. */
export const secretPrefix = (stage: string) => `cantera/${stage}/`;

export const edgeSecretName = (stage: string) => `${secretPrefix(stage)}edge`;
/** Key of the audit's anchors; a new value would invalidate every anchor. */
export const auditSecretName = (stage: string) => `${secretPrefix(stage)}audit`;
export const playbackSecretName = (stage: string) => `${secretPrefix(stage)}playback`;
export const partnerSecretName = (stage: string) => `${secretPrefix(stage)}partner`;
export const stripeSecretName = (stage: string) => `${secretPrefix(stage)}stripe`;
export const pushSecretName = (stage: string) => `${secretPrefix(stage)}push`;
/** Secret that an operator creates, with a key from Google. */
export const captchaSecretName = (stage: string) => `${secretPrefix(stage)}captcha`;

/** SES's configuration set of a stage, whose events tell its bounces and complaints from those of others. */
export const mailEventsName = (stage: string) => `${resourcePrefix(stage)}mail`;

/** Queue of events that no function could handle. */
export const undeliveredName = (stage: string) => `${resourcePrefix(stage)}undelivered`;

/** A work queue, and the queue of its failed messages. */
export const queueName = (stage: string, queue: QueueName) => `${resourcePrefix(stage)}${queue}`;
export const failedName = (stage: string, queue: QueueName) => `${queueName(stage, queue)}-failed`;

/** The queue through which events wake a function that never runs twice at once; AWS demands the suffix. */
export const wakingName = (stage: string, job: string) => `${resourcePrefix(stage)}${job}.fifo`;

/** Optional stacks, both in us-east-1. */
export const firewallStackName = (stage: string) => `${resourcePrefix(stage)}firewall`;
export const edgeAlarmsStackName = (stage: string) => `${resourcePrefix(stage)}edgealarms`;

/** Topics of alarms; the second one is in us-east-1, where CloudFront's metrics are. */
export const alarmTopicName = (stage: string) => `${resourcePrefix(stage)}alarms`;
export const edgeAlarmTopicName = (stage: string) => `${resourcePrefix(stage)}edge-alarms`;
