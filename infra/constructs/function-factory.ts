/** Creates a stage's functions with a common environment; each has a role with exactly its grants. */
import type { Construct } from 'constructs';
import type { Variable } from '../../functions/platform/aws/environment.ts';
import { createSettingVariables, readEmailDomain } from '../config.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { captchaSecretName, mailEventsName, queueName, resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import type { DataStack } from '../stacks/data.ts';
import type { MediaStack } from '../stacks/media.ts';
import type { WebStack } from '../stacks/web.ts';
import { BundledFunction } from './bundled-function.ts';
import { applyGrants, type Bindings } from './grant-statements.ts';
import { arn, bucketName, queueUrl } from './names.ts';

export interface FunctionDependencies {
  config: DeployConfig;
  data: DataStack;
  media: MediaStack;
  web: WebStack;
}

export class FunctionFactory {
  readonly #config: DeployConfig;
  readonly #environment: Partial<Record<Variable, string>>;
  readonly #bindings: Bindings;

  constructor({ config, data, media, web }: FunctionDependencies) {
    this.#config = config;
    const captchaSecret = arn('secretsmanager', `secret:${captchaSecretName(config.stage)}`);
    this.#bindings = {
      stage: config.stage,
      userPoolArn: data.userPool.userPoolArn,
      mediaConvertRoleArn: media.mediaConvertRole.roleArn,
      withdrawalsArn: media.withdrawalsArn,
      emailDomain: readEmailDomain(config),
      secretArns: {
        playback: media.playbackSecretArn,
        partner: data.partnerSecret.secretArn,
        stripe: data.stripeSecret.secretArn,
        push: data.pushSecret.secretArn,
        audit: data.auditSecret.secretArn,
        // Secrets Manager appends six random characters to the ARN.
        ...(config.captchaSiteKey && { captcha: `${captchaSecret}-??????` }),
      },
    };
    this.#environment = {
      STAGE: config.stage,
      TABLE_PREFIX: resourcePrefix(config.stage),
      USER_POOL_ID: data.userPool.userPoolId,
      USER_POOL_CLIENT_ID: data.userPoolClient.userPoolClientId,
      UPLOADS_BUCKET: bucketName(config.stage, 'uploads'),
      MEDIA_BUCKET: bucketName(config.stage, 'media'),
      RECORDINGS_BUCKET: bucketName(config.stage, 'recordings'),
      CATALOGUE_BUCKET: bucketName(config.stage, 'catalogue'),
      WEB_BUCKET: bucketName(config.stage, 'web'),
      ANCHORS_BUCKET: bucketName(config.stage, 'anchors'),
      MEDIA_ORIGIN: media.origin,
      WEB_ORIGIN: web.origin,
      EDGE_KEY: data.edgeKey.unsafeUnwrap(),
      ...(config.firewall && { EDGE_ONLY: 'true' }),
      PLAYBACK_SECRET_ARN: media.playbackSecretArn,
      WITHDRAWALS_STORE_ARN: media.withdrawalsArn,
      PARTNER_SECRET_ARN: data.partnerSecret.secretArn,
      STRIPE_SECRET_ARN: data.stripeSecret.secretArn,
      AUDIT_SECRET_ARN: data.auditSecret.secretArn,
      PUSH_SECRET_ARN: data.pushSecret.secretArn,
      ...createSettingVariables(config),
      ...(config.captchaSiteKey && {
        CAPTCHA_SECRET_ARN: captchaSecret,
        CAPTCHA_VERIFY_URL: 'https://www.google.com/recaptcha/api/siteverify',
      }),
      ...(config.emailFrom && { EMAIL_FROM: config.emailFrom, EMAIL_EVENTS: mailEventsName(config.stage) }),
      ...(config.contactEmails.length > 0 && { CONTACT_ADDRESSES: config.contactEmails.join(',') }),
      MEDIACONVERT_ROLE_ARN: media.mediaConvertRole.roleArn,
      RECORDING_CONFIGURATION_ARNS: media.recordingConfigurationArns.join(','),
      STREAM_SERVER: media.streamServer,
      ALERTS_QUEUE_URL: queueUrl(queueName(config.stage, 'alerts')),
    };
  }

  createFunction(
    scope: Construct,
    { name, lambdaName, memoryMb, timeoutSeconds, native, grants }: FunctionSpec,
    { tracing = this.#config.tracing } = {},
  ): BundledFunction {
    const id = name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
    const { stage } = this.#config;
    const environment = this.#environment as Record<string, string>;
    const size = { memoryMb, timeoutSeconds, native };
    const created = new BundledFunction(scope, id, { stage, name, lambdaName, ...size, environment, tracing });
    applyGrants(created.role, grants, this.#bindings);
    return created;
  }
}
