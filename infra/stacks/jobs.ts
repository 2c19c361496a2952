/**
 * Background jobs with their event rules, queues and schedules. Deployed before the Api stack, so that new events find
 * their job; jobs must also understand events of the previous release.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge, toWildcardId } from '../constructs/acknowledge.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import { type FunctionDependencies, FunctionFactory } from '../constructs/function-factory.ts';
import { bucketName } from '../constructs/names.ts';
import {
  consumesQueue,
  createEventPattern,
  isWokenWriter,
  type JobFunction,
  type QueueName,
  runsOnSchedule,
} from '../function-spec.ts';
import { jobFunctions } from '../jobs.ts';
import { failedName, queueName, resourcePrefix, undeliveredName, wakingName } from '../names.ts';

/** Concurrent executions of the account's default of 1,000; the rest is for the rush at kick-off. */
const maxConcurrentSenders = 100;

/** AWS's limit for FIFO queues. */
const fifoBatchSize = 10;

export class JobsStack extends Stack {
  readonly #stage: string;

  constructor(scope: Construct, id: string, foundations: FunctionDependencies) {
    const { stage, region } = foundations.config;
    super(scope, id, { stackName: `${resourcePrefix(stage)}jobs`, env: { region } });
    this.#stage = stage;
    const functions = new FunctionFactory(foundations);
    const undelivered = this.#createUndeliveredQueue();
    for (const job of jobFunctions) {
      // X-Ray traces the first call of each second, so it would trace, and bill, every run of a schedule.
      const tracing = foundations.config.tracing && !runsOnSchedule(job.on);
      this.#connect(job, functions.createFunction(this, job, { tracing }), undelivered);
    }
  }

  /** Creates the queue of events that were not delivered or failed three times; redeliver.ts sends them again. */
  #createUndeliveredQueue(): Queue {
    const queue = new Queue(this, 'Undelivered', {
      queueName: undeliveredName(this.#stage),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, { SQS3: 'It is the dead-letter queue itself; an alarm reports messages in it.' });
    return queue;
  }

  #connect({ name, on }: JobFunction, handler: BundledFunction, undelivered: Queue): void {
    const stage = this.#stage;
    const prefix = resourcePrefix(stage);
    // After a longer outage, reconciliation replaces lost events.
    const retries = { retryAttempts: 10, maxEventAge: Duration.hours(1) };
    if (runsOnSchedule(on)) {
      // The next run repairs a failed one. Without this age, throttled runs would wait for hours and then all run.
      const once = { retryAttempts: 0, maxEventAge: Duration.minutes(on.everyMinutes) };
      handler.configureAsyncInvoke(once);
      new Schedule(this, `${name}-schedule`, {
        scheduleName: prefix + name,
        schedule: ScheduleExpression.rate(Duration.minutes(on.everyMinutes)),
        target: new LambdaInvoke(handler, { ...once, role: this.#createSchedulerRole(name, handler) }),
      });
      return;
    }
    if (consumesQueue(on)) {
      handler.addEventSource(
        new SqsEventSource(this.#createQueue(on.queue), { batchSize: 1, maxConcurrency: maxConcurrentSenders }),
      );
      return;
    }
    const waking = isWokenWriter(on) ? this.#createWakingQueue(name) : undefined;
    const delivery = { ...retries, deadLetterQueue: undelivered };
    new Rule(this, `${name}-rule`, {
      ruleName: prefix + name,
      eventPattern: createEventPattern({ on }, { stage, toBucketName: (bucket) => bucketName(stage, bucket) }),
      targets: [
        waking ? new SqsQueue(waking, { ...delivery, messageGroupId: name }) : new LambdaFunction(handler, delivery),
      ],
    });
    if (waking) {
      handler.addEventSource(new SqsEventSource(waking, { batchSize: fifoBatchSize }));
      return;
    }
    handler.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(undelivered) });
  }

  /**
   * Creates a work queue. Messages are hidden while their function may run, and move to the failed queue after three
   * attempts.
   */
  #createQueue(queue: QueueName): Queue {
    const commonProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    const failed = new Queue(this, `${queue}-failed`, {
      ...commonProps,
      queueName: failedName(this.#stage, queue),
      retentionPeriod: Duration.days(14),
    });
    acknowledge(failed, { SQS3: 'It is the dead-letter queue itself; an alarm reports messages in it.' });
    return new Queue(this, queue, {
      ...commonProps,
      queueName: queueName(this.#stage, queue),
      retentionPeriod: Duration.days(1),
      // Six times the function's timeout, as AWS recommends for Lambda.
      visibilityTimeout: Duration.minutes(6),
      deadLetterQueue: { queue: failed, maxReceiveCount: 3 },
    });
  }

  /**
   * Creates the queue of a function that never runs twice at once. Reserved concurrency would not do: pollers of a
   * standard queue take more messages than one execution handles, and maximum concurrency begins at two.
   */
  #createWakingQueue(job: string): Queue {
    const queue = new Queue(this, `${job}-waking`, {
      queueName: wakingName(this.#stage, job),
      fifo: true,
      // EventBridge sends no deduplication id; events differ by their own.
      contentBasedDeduplication: true,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // As long as the function may run: a failed run holds up the group until then.
      visibilityTimeout: Duration.minutes(1),
      retentionPeriod: Duration.hours(1),
    });
    acknowledge(queue, { SQS3: 'Messages only wake the function, whose work is stored in a table.' });
    return queue;
  }

  #createSchedulerRole(name: string, handler: BundledFunction): Role {
    const role = new Role(this, `${name}-scheduler`, {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    const logicalId = this.getLogicalId(handler.node.defaultChild as CfnFunction);
    acknowledge(role, { [toWildcardId(`<${logicalId}.Arn>:*`)]: 'Any version of this one function.' });
    return role;
  }
}
