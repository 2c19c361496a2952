/** Defines a function of the API. */
import type { Endpoints } from '../../shared/contract/endpoint.ts';
import type { ApiFunction } from '../function-spec.ts';
import { type Grants, mergeGrants, withAudit } from '../grants.ts';
import type { Module } from '../modules.ts';

/** Grants of every API function to look up the caller's session. */
const sessionGrants: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

/** One function per file in functions/api, of the same name. `path` is module and name: 'league/clubs'. */
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
    grants: withAudit(mergeGrants(sessionGrants, grants)),
    memoryMb: 512,
    // API Gateway waits at most 30 s.
    timeoutSeconds: 29,
    ...options,
  };
}
