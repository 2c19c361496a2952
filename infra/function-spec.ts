/** How a Lambda function is described to the stacks and to the local platform. */
import type { Endpoints } from '../shared/endpoint.ts';
import type { Grants } from './grants.ts';
import type { EventPattern } from './local/eventbridge/eventbridge.ts';

export interface FunctionSpec {
  name: string;
  /** The module that it is made of, from the project's root. */
  entry: string;
  /** The name under which that module exports the handler. */
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  grants: Grants;
}

export interface ApiFunction extends FunctionSpec {
  endpoints: Endpoints;
}

/** What a job reacts to: an EventBridge pattern, or the clock. */
export interface JobFunction extends FunctionSpec {
  on: { source: string; detailType: string; detail?: EventPattern } | { everyMinutes: number };
}
