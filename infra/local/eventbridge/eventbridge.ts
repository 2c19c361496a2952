/**
 * EventBridge emulator: one bus with rules, timers and PutEvents. Delivery is at least once, unordered and in memory:
 * pending retries are lost when the process ends.
 */
import * as z from 'zod';
import { DeliveryQueue } from '../wire/delivery-queue.ts';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { account, createServiceEvent, region, type ServiceEvent } from '../wire/service-event.ts';
import { assertSupportedPattern, type EventPattern, matchesPattern } from './pattern.ts';

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
  /** Events received before all rules exist. */
  #buffered: ServiceEvent[] | undefined;

  constructor(options: { retryDelays?: number[] } = {}) {
    this.#deliveries = new DeliveryQueue(options.retryDelays);
  }

  addRule(pattern: EventPattern, target: EventTarget, name: string): void {
    assertSupportedPattern(pattern);
    this.#rules.push({ name, pattern, target });
  }

  /** Delivers in the background. A field, so that it can be passed as an `Emit`. */
  readonly put = (event: ServiceEvent): void => {
    if (this.#buffered) return void this.#buffered.push(event);
    // Each target gets a copy, so that none can change another's event.
    const json = JSON.stringify(event);
    for (const { name, pattern, target } of this.#rules) {
      if (matchesPattern(pattern, event))
        void this.#deliveries.deliver(`${name} (${event['detail-type']})`, () => target(JSON.parse(json)));
    }
  };

  /** Holds events back until `resume`, because rules are added after the emulators have started. */
  pause(): void {
    this.#buffered ??= [];
  }

  resume(): void {
    const buffered = this.#buffered ?? [];
    this.#buffered = undefined;
    for (const event of buffered) this.put(event);
  }

  /** Calls the target periodically; skips a run while the previous one is still running. */
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

  /** Resolves when all events, and those that their deliveries cause, are delivered or given up. */
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
      }),
    )
    .min(1)
    .max(10),
});

type Entry = z.infer<typeof PutEvents>['Entries'][number];

/** Starts the HTTP endpoint through which functions publish events. */
export function startEventBridge({ bus }: { bus: LocalEventBus }): Promise<Emulator> {
  return startJsonService({
    name: 'eventbridge',
    target: 'AWSEvents',
    operations: {
      PutEvents: defineOperation(PutEvents, ({ Entries }) => {
        if (Entries.reduce((sum, entry) => sum + measureEntry(entry), 0) > maxEntriesBytes)
          throw new ServiceError('ValidationException', 'Total size of the entries in the request is over the limit.');
        const results = Entries.map((entry) => putEntry(bus, entry));
        return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
      }),
    },
  });
}

/** The service's limit on all entries of a call. */
const maxEntriesBytes = 1024 ** 2;

const measureEntry = ({ Source = '', DetailType = '', Detail = '' }: Entry): number =>
  Buffer.byteLength(Source + DetailType + Detail);

/** Puts one entry; an invalid one does not fail the others of its call. */
function putEntry(
  bus: LocalEventBus,
  { Source, DetailType, Detail }: Entry,
): { EventId: string } | { ErrorCode: string; ErrorMessage: string } {
  const createFailure = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });
  if (!Source)
    return createFailure('InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.');
  if (!DetailType)
    return createFailure('InvalidArgument', 'Parameter DetailType is not valid. Reason: required argument.');
  if (Source.startsWith('aws.'))
    return createFailure('NotAuthorizedForSourceException', 'Not authorized for the source.');
  const detail = parseDetail(Detail);
  if (!detail) return createFailure('MalformedDetail', 'Detail is malformed.');
  const event = { ...createServiceEvent(Source, DetailType, '', detail), resources: [] };
  bus.put(event);
  return { EventId: event.id };
}

function parseDetail(detail: string | undefined): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(detail ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
