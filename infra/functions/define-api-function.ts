import type { Endpoints } from '../../shared/contract/endpoint.ts';
import type { ApiFunction, FunctionSettings } from '../function-spec.ts';
import { type Grants, mergeGrants, withWriteRules } from '../grants.ts';
import type { Module } from '../modules.ts';

/** Every API function may look up the caller's session. */
const sessionGrants: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

/** Defines the function of a file in functions/api. `path` is module and file: 'league/clubs'. */
export function defineApiFunction(
  path: `${Module}/${string}`,
  endpoints: Endpoints,
  ...settings: FunctionSettings[]
): ApiFunction {
  const [module, name] = path.split('/') as [Module, string];
  // API Gateway waits at most 30 s.
  const { memoryMb = 512, timeoutSeconds = 29, native }: FunctionSettings = Object.assign({}, ...settings);
  return {
    module,
    name,
    lambdaName: `${module}-${name}`,
    entry: `functions/api/${name}.ts`,
    handler: 'handler',
    endpoints,
    grants: withWriteRules(mergeGrants(sessionGrants, ...settings)),
    memoryMb,
    timeoutSeconds,
    native,
  };
}
