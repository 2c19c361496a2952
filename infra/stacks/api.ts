/**
 * The API's functions and routes, with one nested stack per module, and the release of the web app that calls them:
 * both are deployed or rolled back together.
 */
import { Stack } from 'aws-cdk-lib';
import { CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { createWebConfig } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { type FunctionDependencies, FunctionFactory } from '../constructs/function-factory.ts';
import { WebRelease } from '../constructs/web-release.ts';
import { apiFunctions, fallbackFunction } from '../functions.ts';
import { modules } from '../modules.ts';
import { resourcePrefix } from '../names.ts';
import { createPublicRoute, ModuleStack } from './module.ts';

export class ApiStack extends Stack {
  readonly moduleStacks: ModuleStack[];

  constructor(scope: Construct, id: string, foundations: FunctionDependencies) {
    const { config, data } = foundations;
    super(scope, id, { stackName: `${resourcePrefix(config.stage)}api`, env: { region: config.region } });
    const { apiId } = data.api;
    const factory = new FunctionFactory(foundations);
    const served = modules.filter((module) => apiFunctions.some((spec) => spec.module === module));
    this.moduleStacks = served.map((module) => new ModuleStack(this, module, { apiId, factory }));
    for (const stack of this.moduleStacks)
      for (const spec of apiFunctions) if (spec.module === stack.node.id) stack.serve(spec);
    // The default route must keep its logical id in this stack: an API has only one, which cannot move within a
    // deployment.
    const [platform] = this.moduleStacks;
    if (platform?.node.id !== fallbackFunction.module) throw new Error('The fallback has no module');
    const target = platform.integrate(fallbackFunction);
    const fallback = new CfnRoute(
      new Construct(this, '$default'),
      'Resource',
      createPublicRoute(apiId, '$default', target),
    );
    acknowledge(fallback, { APIG4: 'It only answers with an error.' });
    const release = new WebRelease(this, 'WebRelease', config.stage, createWebConfig(config));
    release.node.addDependency(fallback, ...this.moduleStacks);
  }
}
