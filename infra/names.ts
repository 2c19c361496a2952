/** Names that follow from the stage alone: for the stacks, and for commands that look for what these have made. */
import type { QueueName } from './function-spec.ts';

/** Begins the names of everything; those of tables are as in infra/tables.ts behind it. */
export const tablePrefix = (stage: string) => `cantera-${stage}-`;

export const edgeSecretName = (stage: string) => `cantera/${stage}/edge`;
export const playbackSecretName = (stage: string) => `cantera/${stage}/playback`;
export const partnerSecretName = (stage: string) => `cantera/${stage}/partner`;
export const stripeSecretName = (stage: string) => `cantera/${stage}/stripe`;
export const pushSecretName = (stage: string) => `cantera/${stage}/push`;
/** Made by hand: it holds a key that Google gives. */
export const captchaSecretName = (stage: string) => `cantera/${stage}/captcha`;

/** The queue of events that no function could handle. */
export const undeliveredName = (stage: string) => `${tablePrefix(stage)}undelivered`;

/** A queue of work, and that of what its function has failed with. */
export const queueName = (stage: string, queue: QueueName) => `${tablePrefix(stage)}${queue}`;
export const failedName = (stage: string, queue: QueueName) => `${queueName(stage, queue)}-failed`;

/** Stacks of us-east-1 that a setting brings, and takes away again. */
export const firewallStackName = (stage: string) => `${tablePrefix(stage)}firewall`;
export const edgeAlarmsStackName = (stage: string) => `${tablePrefix(stage)}edgealarms`;

/** Mails alarms; the second one those of us-east-1, where CloudFront has its figures. */
export const alarmTopicName = (stage: string) => `${tablePrefix(stage)}alarms`;
export const edgeAlarmTopicName = (stage: string) => `${tablePrefix(stage)}edge-alarms`;
