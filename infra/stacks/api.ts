/**
 * What people call: a route for every endpoint of the contract with its function and, last, the web app that calls them.
 * It comes, or is rolled back, as a whole.
 */
import { Stack } from 'aws-cdk-lib';
import { HttpApi, type HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { splitKey } from '../../shared/contract/endpoint.ts';
import { webConfig } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { type Foundations, FunctionMaker } from '../constructs/function-maker.ts';
import { WebRelease } from '../constructs/web-release.ts';
import { type FunctionSpec, routesOf } from '../function-spec.ts';
import { apiFunctions, fallbackFunction } from '../functions.ts';
import { tablePrefix } from '../names.ts';
import type { DataStack } from './data.ts';

export class ApiStack extends Stack {
  readonly #functions: FunctionMaker;

  constructor(scope: Construct, id: string, foundations: Foundations) {
    const { config, data } = foundations;
    super(scope, id, { stackName: `${tablePrefix(config.stage)}api`, env: { region: config.region } });
    this.#functions = new FunctionMaker(foundations);
    const routes = this.#makeRoutes(data);
    const release = new WebRelease(this, 'WebRelease', config.stage, webConfig(config));
    release.node.addDependency(...routes);
  }

  #makeRoutes(data: DataStack): HttpRoute[] {
    const api = HttpApi.fromHttpApiAttributes(this, 'HttpApi', {
      httpApiId: data.api.apiId,
      apiEndpoint: data.api.apiEndpoint,
    });
    const made = apiFunctions.flatMap((spec) => {
      const integration = this.#integrate(spec);
      return routesOf(spec).map((key) => {
        const { method, path } = splitKey(key);
        return this.#route(api, key, HttpRouteKey.with(path, method as HttpMethod), integration);
      });
    });
    return [...made, this.#route(api, '$default', HttpRouteKey.DEFAULT, this.#integrate(fallbackFunction, true))];
  }

  /**
   * One permission a function covers its routes: one a route would bring the stack near CloudFormation's limit. It does
   * not cover `$default`, whose ARN is of another form.
   */
  #integrate(spec: FunctionSpec, scopePermissionToRoute = false): HttpLambdaIntegration {
    return new HttpLambdaIntegration(`${spec.name}-integration`, this.#functions.make(this, spec), {
      scopePermissionToRoute,
    });
  }

  #route(httpApi: IHttpApi, id: string, routeKey: HttpRouteKey, integration: HttpLambdaIntegration): HttpRoute {
    const route = new HttpRoute(this, id, { httpApi, routeKey, integration });
    acknowledge(route, {
      APIG4: "Who may call is the contract's to say (`access`), and the function asks it for every request.",
    });
    return route;
  }
}
