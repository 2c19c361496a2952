/**
 * A release: the functions, a route for every endpoint of the contract, what the jobs react to, and, last, the web app
 * that calls them. It comes or is rolled back as a whole.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { HttpApi, type HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Variable } from '../../functions/platform/aws/environment.ts';
import { splitKey } from '../../shared/endpoint.ts';
import { type DeployConfig, emailDomain, webConfig } from '../config.ts';
import { acknowledge, wildcard } from '../constructs/acknowledge.ts';
import { BundledFunction } from '../constructs/bundled-function.ts';
import { arn, bucketName } from '../constructs/names.ts';
import { applyGrants, type Bindings } from '../constructs/role-of-grants.ts';
import { WebRelease } from '../constructs/web-release.ts';
import { type FunctionSpec, type JobFunction, patternOf, routesOf, runsByTheClock } from '../function-spec.ts';
import { apiFunctions, fallbackFunction } from '../functions.ts';
import { jobFunctions } from '../jobs.ts';
import { captchaSecretName, tablePrefix, undeliveredName } from '../names.ts';
import type { DataStack } from './data.ts';
import type { MediaStack } from './media.ts';
import type { WebStack } from './web.ts';

export interface ApiStackProps {
  config: DeployConfig;
  data: DataStack;
  media: MediaStack;
  web: WebStack;
}

export class ApiStack extends Stack {
  readonly #config: DeployConfig;
  readonly #environment: Partial<Record<Variable, string>>;
  readonly #bindings: Bindings;

  constructor(scope: Construct, id: string, { config, data, media, web }: ApiStackProps) {
    super(scope, id, { stackName: `${tablePrefix(config.stage)}api`, env: { region: config.region } });
    this.#config = config;
    const captchaSecret = arn('secretsmanager', `secret:${captchaSecretName(config.stage)}`);
    this.#bindings = {
      stage: config.stage,
      userPoolArn: data.userPool.userPoolArn,
      mediaConvertRoleArn: media.mediaConvertRole.roleArn,
      emailDomain: emailDomain(config),
      secretArns: {
        playback: media.playbackSecretArn,
        partner: data.partnerSecret.secretArn,
        stripe: data.stripeSecret.secretArn,
        // Secrets Manager adds six characters to a name.
        ...(config.captchaSiteKey && { captcha: `${captchaSecret}-??????` }),
      },
    };
    this.#environment = {
      STAGE: config.stage,
      TABLE_PREFIX: tablePrefix(config.stage),
      USER_POOL_ID: data.userPool.userPoolId,
      USER_POOL_CLIENT_ID: data.userPoolClient.userPoolClientId,
      UPLOADS_BUCKET: bucketName(config.stage, 'uploads'),
      MEDIA_BUCKET: bucketName(config.stage, 'media'),
      RECORDINGS_BUCKET: bucketName(config.stage, 'recordings'),
      CATALOGUE_BUCKET: bucketName(config.stage, 'catalogue'),
      MEDIA_ORIGIN: media.origin,
      WEB_ORIGIN: web.origin,
      EDGE_KEY: data.edgeKey.unsafeUnwrap(),
      PLAYBACK_SECRET_ARN: media.playbackSecretArn,
      PARTNER_SECRET_ARN: data.partnerSecret.secretArn,
      STRIPE_SECRET_ARN: data.stripeSecret.secretArn,
      PRICE_EVENT_CENTS: String(Math.round(config.prices.event * 100)),
      PRICE_MONTHLY_CENTS: String(Math.round(config.prices.monthly * 100)),
      SEASON_LAST_DAY: config.seasonLastDay,
      KEY_GENERATION: String(config.keyGeneration),
      ...(config.captchaSiteKey && {
        CAPTCHA_SECRET_ARN: captchaSecret,
        CAPTCHA_VERIFY_URL: 'https://www.google.com/recaptcha/api/siteverify',
      }),
      ...(config.emailFrom && { EMAIL_FROM: config.emailFrom }),
      ...(config.contactEmails.length > 0 && { CONTACT_ADDRESSES: config.contactEmails.join(',') }),
      MEDIACONVERT_ROLE_ARN: media.mediaConvertRole.roleArn,
      RECORDING_CONFIGURATION_ARNS: media.recordingConfigurationArns.join(','),
      STREAM_SERVER: media.streamServer,
    };
    const undelivered = this.#makeUndelivered();
    const routes = this.#makeRoutes(data);
    for (const job of jobFunctions) this.#connect(job, this.#makeFunction(job), undelivered);
    const release = new WebRelease(this, 'WebRelease', config.stage, webConfig(config));
    release.node.addDependency(...routes);
  }

  #makeFunction(spec: FunctionSpec): BundledFunction {
    const { name, memoryMb, timeoutSeconds, grants } = spec;
    const id = name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
    const { stage, tracing } = this.#config;
    const environment = this.#environment as Record<string, string>;
    const made = new BundledFunction(this, id, { stage, name, memoryMb, timeoutSeconds, environment, tracing });
    applyGrants(made.role, grants, this.#bindings);
    return made;
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
    return new HttpLambdaIntegration(`${spec.name}-integration`, this.#makeFunction(spec), {
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

  /** Events that no function took, and those that one took and failed with thrice: redeliver.ts sends them again. */
  #makeUndelivered(): Queue {
    const queue = new Queue(this, 'Undelivered', {
      queueName: undeliveredName(this.#config.stage),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, { SQS3: 'It is where the others end: an alarm tells when something lies in it.' });
    return queue;
  }

  #connect({ name, on }: JobFunction, handler: BundledFunction, undelivered: Queue): void {
    const { stage } = this.#config;
    const prefix = tablePrefix(stage);
    // What an outage swallows is repaired by the reconciliation, so nothing is retried for longer than this.
    const retries = { retryAttempts: 10, maxEventAge: Duration.hours(1) };
    if (runsByTheClock(on)) {
      // The next round repairs what this one did not do.
      handler.configureAsyncInvoke({ retryAttempts: 0 });
      new Schedule(this, `${name}-schedule`, {
        scheduleName: prefix + name,
        schedule: ScheduleExpression.rate(Duration.minutes(on.everyMinutes)),
        target: new LambdaInvoke(handler, { retryAttempts: 0, role: this.#schedulerRole(name, handler) }),
      });
      return;
    }
    new Rule(this, `${name}-rule`, {
      ruleName: prefix + name,
      eventPattern: patternOf({ on }, { stage, nameOf: (bucket) => bucketName(stage, bucket) }),
      targets: [new LambdaFunction(handler, { ...retries, deadLetterQueue: undelivered })],
    });
    handler.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(undelivered) });
  }

  #schedulerRole(name: string, handler: BundledFunction): Role {
    const role = new Role(this, `${name}-scheduler`, {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    const logicalId = this.getLogicalId(handler.node.defaultChild as CfnFunction);
    acknowledge(role, { [wildcard(`<${logicalId}.Arn>:*`)]: 'Any version of this one function.' });
    return role;
  }
}
