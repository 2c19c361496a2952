/**
 * What happens behind the pages: a function for each job, what it hears, and the clocks. They come before the Api stack, so
 * that whatever a new function asks for is heard; what one release writes, the jobs of the next and of the last understand.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge, wildcard } from '../constructs/acknowledge.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import { type Foundations, FunctionMaker } from '../constructs/function-maker.ts';
import { bucketName } from '../constructs/names.ts';
import { type JobFunction, patternOf, type QueueName, runsOnSchedule, takesFromQueue } from '../function-spec.ts';
import { jobFunctions } from '../jobs.ts';
import { failedName, queueName, tablePrefix, undeliveredName } from '../names.ts';

/** Of a new account's thousand: what else happens at kick-off keeps the others. */
const sendersAtOnce = 100;

export class JobsStack extends Stack {
  readonly #stage: string;

  constructor(scope: Construct, id: string, foundations: Foundations) {
    const { stage, region } = foundations.config;
    super(scope, id, { stackName: `${tablePrefix(stage)}jobs`, env: { region } });
    this.#stage = stage;
    const functions = new FunctionMaker(foundations);
    const undelivered = this.#makeUndelivered();
    for (const job of jobFunctions) this.#connect(job, functions.make(this, job), undelivered);
  }

  /** Events that no function took, and those that one took and failed with thrice: redeliver.ts sends them again. */
  #makeUndelivered(): Queue {
    const queue = new Queue(this, 'Undelivered', {
      queueName: undeliveredName(this.#stage),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, { SQS3: 'It is where the others end: an alarm tells when something lies in it.' });
    return queue;
  }

  #connect({ name, on }: JobFunction, handler: BundledFunction, undelivered: Queue): void {
    const stage = this.#stage;
    const prefix = tablePrefix(stage);
    // What an outage swallows is repaired by the reconciliation, so nothing is retried for longer than this.
    const retries = { retryAttempts: 10, maxEventAge: Duration.hours(1) };
    if (runsOnSchedule(on)) {
      // The next round repairs what this one did not do.
      handler.configureAsyncInvoke({ retryAttempts: 0 });
      new Schedule(this, `${name}-schedule`, {
        scheduleName: prefix + name,
        schedule: ScheduleExpression.rate(Duration.minutes(on.everyMinutes)),
        target: new LambdaInvoke(handler, { retryAttempts: 0, role: this.#schedulerRole(name, handler) }),
      });
      return;
    }
    if (takesFromQueue(on)) {
      handler.addEventSource(
        new SqsEventSource(this.#makeQueue(on.queue), { batchSize: 1, maxConcurrency: sendersAtOnce }),
      );
      return;
    }
    new Rule(this, `${name}-rule`, {
      ruleName: prefix + name,
      eventPattern: patternOf({ on }, { stage, nameOf: (bucket) => bucketName(stage, bucket) }),
      targets: [new LambdaFunction(handler, { ...retries, deadLetterQueue: undelivered })],
    });
    handler.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(undelivered) });
  }

  /** A part is hidden while its function may still run, and given up after three attempts. */
  #makeQueue(queue: QueueName): Queue {
    const usual = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    const failed = new Queue(this, `${queue}-failed`, {
      ...{ ...usual, queueName: failedName(this.#stage, queue), retentionPeriod: Duration.days(14) },
    });
    acknowledge(failed, { SQS3: 'It is where the other ends: an alarm tells when something lies in it.' });
    return new Queue(this, queue, {
      ...{ ...usual, queueName: queueName(this.#stage, queue), retentionPeriod: Duration.days(1) },
      // Six times the function's time, as Lambda asks for.
      visibilityTimeout: Duration.minutes(6),
      deadLetterQueue: { queue: failed, maxReceiveCount: 3 },
    });
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
