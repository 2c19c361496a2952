import { eventSource } from '../functions/platform/aws/event-bus.ts';
import type { DomainEventName } from '../functions/platform/events/domain-events.ts';
import { type Endpoints, splitKey } from '../shared/contract/endpoint.ts';
import type { BucketName, Grants } from './grants.ts';
import type { EventPattern } from './local/eventbridge/eventbridge.ts';
import type { Module } from './modules.ts';

export interface FunctionSpec {
  module: Module;
  /** Unique name of the bundle, and of the function on the local platform. */
  name: string;
  /** Name on AWS after the stage's prefix. */
  lambdaName: string;
  /** Path of the source file from the repository root. */
  entry: string;
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  /** The bundle contains sharp, whose binary is for x64. All other functions run on arm64, which costs a fifth less. */
  native?: boolean | undefined;
  grants: Grants;
}

/** Grants of a function, and the size of one that needs more than the usual. */
export type FunctionSettings = Grants & Partial<Pick<FunctionSpec, 'memoryMb' | 'timeoutSeconds' | 'native'>>;

export interface ApiFunction extends FunctionSpec {
  endpoints: Endpoints;
}

/**
 * Lists one route per path for all methods, because the default quota is 300 routes per API. The function answers 405
 * to methods that its contract lacks.
 */
export const listRoutes = ({ endpoints }: ApiFunction): string[] => [
  ...new Set(Object.keys(endpoints).map((key) => `ANY ${splitKey(key).path}`)),
];

export interface JobFunction extends FunctionSpec {
  on: EventSource | { domainEvents: HandledEvent[] } | Schedule | { queue: QueueName } | WokenWriter;
}

export interface Schedule {
  everyMinutes: number;
  /** Minutes between two runs that do the job's rarest work, where it does some of its work in few of its runs. */
  rarestMinutes?: number;
}

/** Work queues; each has one consumer and a queue for messages that failed three times. */
export type QueueName = 'alerts';

/**
 * Domain events that wake a function which never runs twice at once. They pass through a FIFO queue with one message
 * group, of which Lambda has one batch in flight. The work itself is stored: an event that is lost loses nothing.
 */
export interface WokenWriter {
  wakesOn: DomainEventName[];
}

/** A domain event, or work handed to a job because the caller cannot wait for it or must not learn its result. */
export type HandledEvent = DomainEventName | 'Password Recovery Requested' | 'Upload Completed';

export interface EventSource {
  source: string;
  detailType: string | readonly string[];
  detail?: EventPattern;
  /** The part of the pattern that selects this stage's events, for services that all stages of an account share. */
  detailOfStage?: (stage: string) => EventPattern;
  /** Bucket of S3 events, because the account may have others. */
  bucket?: BucketName;
}

export const consumesQueue = (on: JobFunction['on']): on is { queue: QueueName } => 'queue' in on;

export const isWokenWriter = (on: JobFunction['on']): on is WokenWriter => 'wakesOn' in on;

export const runsOnSchedule = (on: JobFunction['on']): on is Schedule => 'everyMinutes' in on;

/** True if one failed run has to be heard, because the next one comes after more than a period of alarms. */
export const isRare = ({ everyMinutes, rarestMinutes = everyMinutes }: Schedule) => rarestMinutes > 5;

/** Creates the event pattern of a job on this stage; undefined for scheduled jobs and queue consumers. */
export function createEventPattern(
  { on }: Pick<JobFunction, 'on'>,
  { stage, toBucketName }: { stage: string; toBucketName: (bucket: BucketName) => string },
) {
  if (runsOnSchedule(on) || consumesQueue(on)) return undefined;
  if (isWokenWriter(on)) return { source: [eventSource(stage)], detailType: on.wakesOn };
  if ('domainEvents' in on) return { source: [eventSource(stage)], detailType: on.domainEvents };
  const { source, detailType, bucket } = on;
  const detail = {
    ...on.detail,
    ...on.detailOfStage?.(stage),
    ...(bucket && { bucket: { name: [toBucketName(bucket)] } }),
  };
  return { source: [source], detailType: [detailType].flat(), ...(Object.keys(detail).length > 0 && { detail }) };
}
