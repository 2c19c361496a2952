/**
 * EventBridge: one bus with rules, timers, and the PutEvents call. Delivery is at least once, in any order, each
 * target on its own. Events that wait for another attempt live in memory and are lost when the process ends.
 * Refuses: other calls, other buses, sources that begin with `aws.` (as the service does).
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DeliveryQueue } from '../wire/delivery.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account, createServiceEvent, region, type ServiceEvent } from '../wire/service-event.ts';
import { ServiceError, type StandIn } from '../wire/stand-in.ts';
import { checkPattern, type EventPattern, matches } from './pattern.ts';

export type { EventPattern, Matcher } from './pattern.ts';

export type EventTarget = (event: ServiceEvent) => Promise<unknown>;

interface Rule {
  name: string;
  pattern: EventPattern;
  target: EventTarget;
}

export class LocalEventBus {
  readonly #rules: Rule[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #deliveries: DeliveryQueue;
  /** Events that wait for the rules to be there. */
  #held: ServiceEvent[] | undefined;

  constructor(options: { retryDelays?: number[] } = {}) {
    this.#deliveries = new DeliveryQueue(options.retryDelays);
  }

  rule(pattern: EventPattern, target: EventTarget, name: string): void {
    checkPattern(pattern);
    this.#rules.push({ name, pattern, target });
  }

  /** A field, so that it can be handed on as an `Emit`. Returns at once. */
  readonly put = (event: ServiceEvent): void => {
    if (this.#held) return void this.#held.push(event);
    // A copy for each target, as plain JSON: what one does with it is nobody else's business.
    const json = JSON.stringify(event);
    for (const { name, pattern, target } of this.#rules) {
      if (matches(pattern, event)) {
        void this.#deliveries.deliver(`${name} (${event['detail-type']})`, () => target(JSON.parse(json)));
      }
    }
  };

  /** Keeps events until `release`: AWS's services have no moment in which their rules are not there. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.put(event);
  }

  /** Calls the target again and again; a round is left out while the one before it still runs. */
  schedule(name: string, everyMs: number, target: EventTarget): void {
    let running = false;
    const timer = setInterval(async () => {
      if (running) return;
      running = true;
      const rule = `arn:aws:events:${region}:${account}:rule/${name}`;
      await this.#deliveries.deliver(name, () => target(createServiceEvent('aws.events', 'Scheduled Event', rule, {})));
      running = false;
    }, everyMs);
    this.#timers.push(timer);
  }

  /** Resolves when every event so far, and what these caused, has been delivered or given up. */
  idle(): Promise<void> {
    return this.#deliveries.idle();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#deliveries.close();
  }
}

const PutEvents = z.strictObject({
  Entries: z
    .array(
      z.strictObject({
        Source: z.string().optional(),
        DetailType: z.string().optional(),
        Detail: z.string().optional(),
        Resources: z.array(z.string()).default([]),
        Time: z.number().optional(),
        EventBusName: z.string().optional(),
        TraceHeader: z.string().optional(),
      }),
    )
    .min(1)
    .max(10),
});

type Entry = z.infer<typeof PutEvents>['Entries'][number];

/** The HTTP face of the bus, for the functions' own events. */
export function startEventBridge({ bus, port }: { bus: LocalEventBus; port?: number }): Promise<StandIn> {
  return startJsonService({
    name: 'eventbridge',
    target: 'AWSEvents',
    port,
    operations: {
      PutEvents: defineOperation(PutEvents, ({ Entries }) => {
        const results = Entries.map((entry) => putEntry(bus, entry));
        return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
      }),
    },
  });
}

/** A bad entry fails alone; the others of the call go through. */
function putEntry(bus: LocalEventBus, entry: Entry): { EventId: string } | { ErrorCode: string; ErrorMessage: string } {
  const { Source, DetailType, Detail, Resources, Time, EventBusName = 'default' } = entry;
  if (EventBusName !== 'default') {
    throw new ServiceError('ResourceNotFoundException', `Event bus ${EventBusName} does not exist.`);
  }
  const fail = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });
  if (!Source) return fail('InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.');
  if (!DetailType) return fail('InvalidArgument', 'Parameter DetailType is not valid. Reason: required argument.');
  if (Source.startsWith('aws.')) return fail('NotAuthorizedForSourceException', 'Not authorized for the source.');
  const detail = parseDetail(Detail);
  if (!detail) return fail('MalformedDetail', 'Detail is malformed.');
  const event = createServiceEvent(Source, DetailType, '', detail);
  const EventId = randomUUID();
  const time = Time === undefined ? event.time : new Date(Time * 1000).toISOString();
  bus.put({ ...event, id: EventId, time, resources: Resources });
  return { EventId };
}

function parseDetail(detail: string | undefined): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(detail ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
