/** The HTTP API without routes: CORS, throttle and access log. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type CorsHttpMethod, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { apiCors } from '../api-cors.ts';
import { resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';

export function createHttpApi(scope: Construct, { stage, requestsPerSecond }: DeployConfig): HttpApi {
  const api = new HttpApi(scope, 'HttpApi', {
    apiName: `${resourcePrefix(stage)}api`,
    createDefaultStage: false,
    corsPreflight: {
      ...apiCors,
      allowMethods: apiCors.allowMethods as CorsHttpMethod[],
      maxAge: Duration.seconds(apiCors.maxAge),
    },
  });
  const log = new LogGroup(scope, 'ApiLog', {
    logGroupName: `/cantera/${stage}/api`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new HttpStage(scope, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: requestsPerSecond, burstLimit: 2 * requestsPerSecond },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      // Omits path and query, which contain playback tokens.
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          time: '$context.requestTimeEpoch',
          route: '$context.routeKey',
          status: '$context.status',
          ms: '$context.responseLatency',
          bytes: '$context.responseLength',
          error: '$context.integrationErrorMessage',
        }),
      ),
    },
  });
  return api;
}
