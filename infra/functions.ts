/**
 * Lambda functions of the API, one per feature, with their endpoints and grants, for the stacks and the local platform.
 * jobs.ts has the functions behind events and schedules.
 */
import type { ApiFunction, FunctionSpec } from './function-spec.ts';
import { broadcastFunctions } from './functions/broadcast.ts';
import { leagueFunctions } from './functions/league.ts';
import { moneyFunctions } from './functions/money.ts';
import { peopleFunctions } from './functions/people.ts';
import { platformFunctions } from './functions/platform.ts';
import { reachFunctions } from './functions/reach.ts';
import { recordingsFunctions } from './functions/recordings.ts';
import { trustFunctions } from './functions/trust.ts';
import { viewingFunctions } from './functions/viewing.ts';
import { jobFunctions } from './jobs.ts';

export const apiFunctions: ApiFunction[] = [
  ...platformFunctions,
  ...leagueFunctions,
  ...peopleFunctions,
  ...recordingsFunctions,
  ...broadcastFunctions,
  ...viewingFunctions,
  ...moneyFunctions,
  ...reachFunctions,
  ...trustFunctions,
];

/** Answers requests that match no route. */
export const fallbackFunction: FunctionSpec = {
  module: 'platform',
  name: 'fallback',
  lambdaName: 'platform-fallback',
  entry: 'functions/api/fallback.ts',
  handler: 'handler',
  memoryMb: 256,
  timeoutSeconds: 29,
  grants: {},
};

export const allFunctions: FunctionSpec[] = [...apiFunctions, fallbackFunction, ...jobFunctions];
