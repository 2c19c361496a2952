/**
 * Resources with data: tables, users, buckets of originals, secrets. Also the API, without routes, because
 * distributions need its address, and functions need the distributions' addresses.
 */
import { Aws, CfnOutput, type CfnResource, Duration, SecretValue, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { AccountRecovery, CfnUserPool, FeaturePlan, UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { AttributeType, BillingMode, CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { HttpMethods, ObjectLockRetention, StorageClass } from 'aws-cdk-lib/aws-s3';
import { Secret, type SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { passwordMinLength } from '../../shared/domain/limits.ts';
import { isDeployed, readEmailDomain } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { createHttpApi } from '../constructs/http-api.ts';
import { arn } from '../constructs/names.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { chooseRemovalPolicy } from '../constructs/removal-policy.ts';
import {
  auditSecretName,
  edgeSecretName,
  mailEventsName,
  partnerSecretName,
  pushSecretName,
  resourcePrefix,
  stripeSecretName,
} from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { tables } from '../tables.ts';

/** Six years of entries about money, and a month. */
const anchorDays = 6 * 366 + 31;

export class DataStack extends Stack {
  readonly userPool: UserPool;
  readonly userPoolClient: UserPoolClient;
  readonly api: HttpApi;
  /** Proves to the API that a request came through a distribution of this stage. */
  readonly edgeKey: SecretValue;
  /** API keys of the partner; empty until an operator sets them. */
  readonly partnerSecret: Secret;
  /** Keys of the Stripe account; empty until an operator sets them. */
  readonly stripeSecret: Secret;
  readonly pushSecret: Secret;
  /** Signs the audit's anchors; only their job and operators read it. */
  readonly auditSecret: Secret;
  readonly uploadsDomain: string;

  constructor(scope: Construct, id: string, config: DeployConfig) {
    super(scope, id, {
      stackName: `${resourcePrefix(config.stage)}data`,
      env: { region: config.region },
      terminationProtection: config.production && isDeployed(config, 'UserPool'),
    });
    this.#createTables(config);
    this.uploadsDomain = this.#createBuckets(config);
    this.userPool = this.#createUserPool(config);
    this.userPoolClient = new UserPoolClient(this, 'UserPoolClient', {
      userPool: this.userPool,
      userPoolClientName: `${resourcePrefix(config.stage)}functions`,
      // Functions check passwords by Cognito and discard its tokens: sessions are in DynamoDB.
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    this.#createSecret('EdgeKey', edgeSecretName(config.stage), config, {
      description: 'Sent by CloudFront to prove that the viewer address header is authentic',
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    });
    // A dynamic reference by name, which CloudFormation resolves in every stage.
    this.edgeKey = SecretValue.secretsManager(edgeSecretName(config.stage));
    this.partnerSecret = this.#createSecret('PartnerKeys', partnerSecretName(config.stage), config, {
      description: 'Keys of the partner, {"keys": ["…"]}: two may be valid at once',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ keys: [] }),
        generateStringKey: 'suggestion',
        passwordLength: 40,
        excludePunctuation: true,
      },
    });
    this.stripeSecret = this.#createSecret('StripeKeys', stripeSecretName(config.stage), config, {
      description: 'Keys of Stripe, {"apiKey": "sk_…", "webhookSecret": "whsec_…"}',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '', webhookSecret: '' }),
        generateStringKey: 'unused',
      },
    });
    this.pushSecret = this.#createSecret('PushKey', pushSecretName(config.stage), config, {
      description: 'Seed of the web push keys; a new value invalidates all browser subscriptions',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    this.auditSecret = this.#createSecret('AuditKey', auditSecretName(config.stage), config, {
      description: 'Signs the anchors of the audit; a new value invalidates all earlier anchors',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    this.api = createHttpApi(this, config);
    this.#createEmailIdentity(config);
    if (config.production) this.#protect(config);
    new CfnOutput(this, 'UserPoolId', { value: this.userPool.userPoolId });
    new CfnOutput(this, 'ApiUrl', { value: this.api.apiEndpoint });
  }

  /**
   * Protects existing resources against deletion. A second deployment protects new ones, because CloudFormation could
   * not roll back a protected resource.
   */
  #protect(config: DeployConfig): void {
    const isProtected = (resource: CfnResource) => isDeployed(config, this.resolve(resource.logicalId));
    for (const resource of this.node.findAll()) {
      if (resource instanceof CfnTable && isProtected(resource)) resource.deletionProtectionEnabled = true;
      if (resource instanceof CfnUserPool && isProtected(resource)) resource.deletionProtection = 'ACTIVE';
    }
  }

  #createSecret(id: string, secretName: string, { production }: DeployConfig, props: SecretProps): Secret {
    const secret = new Secret(this, id, { secretName, removalPolicy: chooseRemovalPolicy(production), ...props });
    acknowledge(secret, {
      SMG4: 'Both sides must change a value at once: CloudFront by a deployment, partner and Stripe manually.',
    });
    return secret;
  }

  #createTables({ stage, production }: DeployConfig): void {
    for (const { name, indexes = [], ttl } of tables) {
      const table = new Table(this, `${name[0]?.toUpperCase()}${name.slice(1)}Table`, {
        tableName: resourcePrefix(stage) + name,
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        billingMode: BillingMode.PAY_PER_REQUEST,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        ...(ttl && { timeToLiveAttribute: ttl }),
        removalPolicy: chooseRemovalPolicy(production),
      });
      for (const { name: indexName, pk, sk } of indexes) {
        table.addGlobalSecondaryIndex({
          indexName,
          partitionKey: { name: pk, type: AttributeType.STRING },
          ...(sk && { sortKey: { name: sk, type: AttributeType.STRING } }),
        });
      }
    }
  }

  #createBuckets(config: DeployConfig): string {
    const originals = {
      transitions: [
        { storageClass: StorageClass.INFREQUENT_ACCESS, transitionAfter: Duration.days(30) },
        // Originals are read only for re-encoding, but then at once, which cheaper classes do not offer.
        { storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) },
      ],
    };
    const uploads = new PrivateBucket(this, 'uploads', config, {
      events: true,
      // Browsers upload parts by presigned URLs, and read the parts' ETags. Without a domain, the web host's name is
      // not known yet.
      cors: [
        {
          allowedOrigins: [config.domain ? `https://${config.domain}` : '*'],
          allowedMethods: [HttpMethods.PUT],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(7) },
        // Pictures from forms wait here until they are re-encoded; those that never are expire.
        { prefix: 'pictures/', expiration: Duration.days(7) },
        // A phone's segment is copied to its recording once it has been looked at.
        { prefix: 'phone/', expiration: Duration.days(7) },
        // Bytes by which a phone has measured its bandwidth.
        { prefix: 'probe/', expiration: Duration.days(1) },
        { prefix: 'vods/', ...originals },
        { prefix: 'contentvideos/', ...originals },
      ],
    });
    const recordings = new PrivateBucket(this, 'recordings', config, { events: true, lifecycleRules: [originals] });
    // Lets CloudFront read for the media host, which requires signed URLs (cdn.ts). Any distribution of the account,
    // because the media host's is created later.
    recordings.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [recordings.arnForObjects('ivs/*')],
        conditions: {
          ArnLike: { 'AWS:SourceArn': `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/*` },
        },
      }),
    );
    // Snapshots of list indexes; the tables contain all that is needed to rebuild them.
    new PrivateBucket(this, 'catalogue', config);
    // Anchors of the audit outlive its entries. In production not even the account's root user can delete one before
    // its date.
    new PrivateBucket(this, 'anchors', config, {
      objectLockEnabled: true,
      objectLockDefaultRetention: config.production
        ? ObjectLockRetention.compliance(Duration.days(anchorDays))
        : ObjectLockRetention.governance(Duration.days(30)),
      lifecycleRules: [{ expiration: Duration.days(anchorDays), noncurrentVersionExpiration: Duration.days(1) }],
    });
    return uploads.bucketRegionalDomainName;
  }

  #createUserPool({ stage, production }: DeployConfig): UserPool {
    const pool = new UserPool(this, 'UserPool', {
      userPoolName: `${resourcePrefix(stage)}users`,
      featurePlan: FeaturePlan.LITE,
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      accountRecovery: AccountRecovery.NONE,
      // Cognito checks nothing but the minimum length, which the API validates before, with a Spanish message.
      passwordPolicy: {
        minLength: passwordMinLength,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
      },
      removalPolicy: chooseRemovalPolicy(production),
    });
    acknowledge(pool, {
      COG1: 'The specification requires eight characters and no character classes; guesses are limited per account and address.',
      COG2: 'The specification has no second factor; only our functions use the pool.',
      COG3: 'Users do not sign in at Cognito: it checks passwords for our functions, which limit guesses themselves.',
      COG8: 'The essential plan adds sign-in pages and tokens that the product does not use.',
    });
    return pool;
  }

  /** Creates the identity of the sender's domain, with DKIM records where the hosted zone is known, and its events. */
  #createEmailIdentity(config: DeployConfig): void {
    const zoneName = readEmailDomain(config);
    if (!zoneName) return;
    const { hostedZoneId } = config;
    const isOurs = hostedZoneId !== '' && zoneName === config.domain;
    new EmailIdentity(this, 'EmailIdentity', {
      identity: isOurs
        ? Identity.publicHostedZone(
            PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName }),
          )
        : Identity.domain(zoneName),
    });
    const set = new CfnConfigurationSet(this, 'MailEvents', { name: mailEventsName(config.stage) });
    // SES publishes to the default bus only; the names of sets tell the stages of an account apart.
    new CfnConfigurationSetEventDestination(this, 'ReturnedMail', {
      configurationSetName: set.ref,
      eventDestination: {
        name: 'returned-mail',
        enabled: true,
        matchingEventTypes: ['bounce', 'complaint'],
        eventBridgeDestination: { eventBusArn: arn('events', 'event-bus/default') },
      },
    });
  }
}
