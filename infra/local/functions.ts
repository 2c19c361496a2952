/** Loads the functions, and connects them with routes, events, schedules and queues as the stacks do. */
import { join } from 'node:path';
import { consumesQueue, createEventPattern, type FunctionSpec, isWokenWriter, listRoutes } from '../function-spec.ts';
import { apiFunctions, fallbackFunction } from '../functions.ts';
import { jobFunctions } from '../jobs.ts';
import { queueName, wakingName } from '../names.ts';
import type { GatewayRoute, HttpHandler } from './api-gateway/api-gateway.ts';
import { root } from './config.ts';
import type { LocalEventBus } from './eventbridge/eventbridge.ts';
import { invoke, type LambdaHandler } from './lambda/lambda.ts';
import { stage, toBucketName } from './names.ts';
import type { LocalQueues, QueueEvent } from './sqs/sqs.ts';
import type { ServiceEvent } from './wire/service-event.ts';

/** Loads API Gateway's routes with their handlers, from the sources or from a folder of deployment `bundles`. */
export async function loadRoutes(bundles?: string): Promise<GatewayRoute[]> {
  const fallback = await loadHandler<HttpHandler>(fallbackFunction, bundles);
  const routes = await Promise.all(
    apiFunctions.map(async (spec) => {
      const handler = await loadHandler<HttpHandler>(spec, bundles);
      return listRoutes(spec).map((routeKey) => ({ routeKey, handler, functionName: spec.name }));
    }),
  );
  return [...routes.flat(), { routeKey: '$default', handler: fallback, functionName: fallbackFunction.name }];
}

interface EventSources {
  bus: LocalEventBus;
  sqs: LocalQueues;
  /** Milliseconds that a schedule's minute lasts. */
  minuteMs: number;
}

export async function connectJobs({ bus, sqs, minuteMs }: EventSources, bundles?: string): Promise<void> {
  for (const spec of jobFunctions) {
    const { name, on, timeoutSeconds } = spec;
    const handler = await loadHandler<LambdaHandler<ServiceEvent | QueueEvent, void>>(spec, bundles);
    const target = (event: ServiceEvent | QueueEvent) =>
      invoke(handler, event, { functionName: name, timeout: timeoutSeconds * 1000 });
    if (consumesQueue(on)) sqs.consume(queueName(stage, on.queue), target);
    else if ('everyMinutes' in on) bus.schedule(name, on.everyMinutes * minuteMs, target);
    else {
      const { detailType, ...pattern } = createEventPattern(spec, { stage, toBucketName }) ?? { detailType: [] };
      const waking = isWokenWriter(on) ? wakingName(stage, name) : undefined;
      if (waking) sqs.consume(waking, target);
      const deliver = waking ? async (event: ServiceEvent) => sqs.put(waking, JSON.stringify(event)) : target;
      bus.addRule({ ...pattern, 'detail-type': detailType }, deliver, name);
    }
  }
}

/** Loads a function's handler from its source or from its bundle (infra/build.ts). */
async function loadHandler<Handler>({ name, entry, handler }: FunctionSpec, bundles?: string): Promise<Handler> {
  const path = bundles ? join(bundles, name, 'index.mjs') : join(root, entry);
  const module = (await import(path)) as Record<string, Handler>;
  const exported = module[bundles ? 'handler' : handler];
  if (!exported) throw new Error(`${entry} exports no ${handler}`);
  return exported;
}
