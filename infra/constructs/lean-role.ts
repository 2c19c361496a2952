/**
 * A role that carries its statements itself, instead of in a policy beside it: a resource less for each function, of the
 * 500 that CloudFormation takes in a stack, and nothing runs between the role's making and its policy's.
 */
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

export class LeanRole extends Role {
  readonly #grants: PolicyDocument;

  constructor(scope: Construct, id: string, props: Omit<RoleProps, 'inlinePolicies'>) {
    // It is read when the template is written: statements may come until then.
    const grants = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { grants } });
    this.#grants = grants;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#grants.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
