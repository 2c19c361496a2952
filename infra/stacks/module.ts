/** Functions, integrations and routes of one module. A nested stack, because a stack may have 500 resources. */
import { NestedStack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../constructs/acknowledge.ts';
import type { FunctionFactory } from '../constructs/function-factory.ts';
import { arn } from '../constructs/names.ts';
import { type ApiFunction, type FunctionSpec, listRoutes } from '../function-spec.ts';

interface Props {
  apiId: string;
  factory: FunctionFactory;
}

export class ModuleStack extends NestedStack {
  readonly #props: Props;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.#props = props;
  }

  serve(spec: ApiFunction): void {
    const target = this.integrate(spec);
    for (const routeKey of listRoutes(spec)) {
      const properties = createPublicRoute(this.#props.apiId, routeKey, target);
      const route = new CfnRoute(new Construct(this, routeKey), 'Resource', properties);
      acknowledge(route, { APIG4: 'The function checks the contract’s `access` on every request.' });
    }
  }

  /** Creates a function that the API may invoke; returns the target for its routes. */
  integrate(spec: FunctionSpec): string {
    const { apiId, factory } = this.#props;
    const handler = factory.createFunction(this, spec);
    handler.addPermission('Invoke', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: arn('execute-api', `${apiId}/*`),
    });
    const integration = new CfnIntegration(this, `${spec.name}-integration`, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: handler.functionArn,
      payloadFormatVersion: '2.0',
    });
    return `integrations/${integration.ref}`;
  }
}

export const createPublicRoute = (apiId: string, routeKey: string, target: string) => ({
  apiId,
  routeKey,
  target,
  authorizationType: 'NONE',
});
