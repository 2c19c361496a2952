import type { Endpoints } from '../../shared/contract/endpoint.ts';
import type { ApiFunction } from '../function-spec.ts';
import { type Grants, mergeGrants, withWriteRules } from '../grants.ts';
import type { Module } from '../modules.ts';

/** Every API function may look up the caller's session. */
const sessionGrants: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

/** Defines the function of a file in functions/api. `path` is module and file: 'league/clubs'. */
export function defineApiFunction(
  path: `${Module}/${string}`,
  endpoints: Endpoints,
  grants: Grants = {},
  options: Partial<Pick<ApiFunction, 'memoryMb' | 'native' | 'timeoutSeconds'>> = {},
): ApiFunction {
  const [module, name] = path.split('/') as [Module, string];
  return {
    module,
    name,
    lambdaName: `${module}-${name}`,
    entry: `functions/api/${name}.ts`,
    handler: 'handler',
    endpoints,
    grants: withWriteRules(mergeGrants(sessionGrants, grants)),
    memoryMb: 512,
    // API Gateway waits at most 30 s.
    timeoutSeconds: 29,
    ...options,
  };
}
