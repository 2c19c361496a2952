/**
 * A Lambda function from a bundle of infra/build.ts. Its role may only write to its log group, which keeps a month; the
 * creator adds all other grants.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { functionsFolder } from '../build.ts';
import { resourcePrefix } from '../names.ts';
import { acknowledge, toWildcardId } from './acknowledge.ts';

/**
 * A role with inline statements instead of a policy resource: that saves one of the 500 resources of a stack, and the
 * role never exists without its permissions.
 */
class InlineRole extends Role {
  readonly #grants: PolicyDocument;

  constructor(scope: Construct, id: string, props: Omit<RoleProps, 'inlinePolicies'>) {
    // CDK renders the document at synthesis, so statements can be added until then.
    const grants = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { grants } });
    this.#grants = grants;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#grants.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

export interface BundledFunctionProps {
  stage: string;
  /** Folder name of the bundle. */
  name: string;
  lambdaName: string;
  memoryMb: number;
  timeoutSeconds: number;
  native?: boolean | undefined;
  environment: Record<string, string>;
  /** Enables sampling of requests by X-Ray. */
  tracing?: boolean;
}

export class BundledFunction extends LambdaFunction {
  override readonly role: Role;

  constructor(
    scope: Construct,
    id: string,
    {
      stage,
      name,
      lambdaName,
      memoryMb,
      timeoutSeconds,
      native = false,
      environment,
      tracing = false,
    }: BundledFunctionProps,
  ) {
    const functionName = `${resourcePrefix(stage)}${lambdaName}`;
    const role = new InlineRole(scope, `${id}Role`, {
      roleName: `${functionName}-function`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    const logGroup = new LogGroup(scope, `${id}Log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      functionName,
      role,
      logGroup,
      loggingFormat: LoggingFormat.TEXT,
      code: loadCode(scope, name),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: native ? Architecture.X86_64 : Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      environment,
      tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    });
    this.role = role;
    if (tracing)
      acknowledge(role, {
        [toWildcardId('*')]: 'X-Ray has no resource-level permissions; the function may only send traces.',
      });
  }
}

/** Loads the bundle. Template tests disable bundling by CDK context and get inline code. */
function loadCode(scope: Construct, name: string): Code {
  if (!Stack.of(scope).bundlingRequired) return Code.fromInline('exports.handler = async () => {};');
  const folder = join(functionsFolder, name);
  if (!existsSync(folder)) throw new Error(`${folder} is missing: run "npm run build" first`);
  return Code.fromAsset(folder);
}
