/** How a Lambda function is described to the stacks and to the local platform. */
import { eventSource } from '../functions/platform/aws/event-bus.ts';
import type { DomainEventName } from '../functions/platform/events/domain-events.ts';
import { type Endpoints, splitKey } from '../shared/contract/endpoint.ts';
import type { BucketName, Grants } from './grants.ts';
import type { EventPattern } from './local/eventbridge/eventbridge.ts';
import type { Module } from './modules.ts';

export interface FunctionSpec {
  module: Module;
  /** Unique among all functions: names the bundle, and the function of the local platform. */
  name: string;
  /** The function's name on AWS, behind the stage's prefix. */
  lambdaName: string;
  /** The module that it is made of, from the project's root. */
  entry: string;
  /** The name under which that module exports the handler. */
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  /** Holds sharp, whose binary is copied for x64; what is JavaScript alone runs on arm64, where a second costs a fifth less. */
  native?: boolean;
  grants: Grants;
}

export interface ApiFunction extends FunctionSpec {
  endpoints: Endpoints;
}

/**
 * One route for each path, for all methods: an API takes 300 routes unless AWS raises the quota, and a route for each
 * method would near that. The function answers 405 to the methods that its contract does not have.
 */
export const routesOf = ({ endpoints }: ApiFunction): string[] => [
  ...new Set(Object.keys(endpoints).map((key) => `ANY ${splitKey(key).path}`)),
];

/** What a job reacts to: events of a service, facts of our own or requests for later, or the clock. */
export interface JobFunction extends FunctionSpec {
  on: EventSource | { domainEvents: (DomainEventName | Request)[] } | { everyMinutes: number } | { queue: QueueName };
}

/** Queues of work, each with one function that takes from it, part by part, and a queue for what it failed with thrice. */
export type QueueName = 'alerts';

/** Work that a function leaves to a job, because its caller cannot wait for it or must not learn of it. */
type Request = 'Password Recovery Requested' | 'Upload Completed';

export interface EventSource {
  source: string;
  detailType: string;
  detail?: EventPattern;
  /** Of S3's events: the bucket that they come from; the account's other buckets are not ours. */
  bucket?: BucketName;
}

export const takesFromQueue = (on: JobFunction['on']): on is { queue: QueueName } => 'queue' in on;

export const runsOnSchedule = (on: JobFunction['on']): on is { everyMinutes: number } => 'everyMinutes' in on;

/** The event pattern of a job on this stage; undefined for one that a clock starts, or a queue. */
export function patternOf(
  { on }: Pick<JobFunction, 'on'>,
  { stage, nameOf }: { stage: string; nameOf: (bucket: BucketName) => string },
) {
  if (runsOnSchedule(on) || takesFromQueue(on)) return undefined;
  if ('domainEvents' in on) return { source: [eventSource(stage)], detailType: on.domainEvents };
  const { source, detailType, bucket } = on;
  const detail = bucket ? { ...on.detail, bucket: { name: [nameOf(bucket)] } } : on.detail;
  return { source: [source], detailType: [detailType], ...(detail && { detail }) };
}
