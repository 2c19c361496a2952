/** The EventBridge emulator with the real SDK client. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EventPattern, LocalEventBus, startEventBridge } from '../../../infra/local/eventbridge/eventbridge.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { createServiceEvent, type ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { expectLimit } from '../../support/limits.ts';
import { toClientOptions } from './client-options.ts';

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => logged.mockRestore());

describe('rules', () => {
  const event = createServiceEvent('aws.s3', 'Object Created', 'arn:aws:s3:::uploads', {
    bucket: { name: 'uploads' },
    object: { key: 'vods/1.mp4', size: 5 },
  });
  test.each<[EventPattern, boolean]>([
    [{ source: ['aws.s3'] }, true],
    [{ source: ['aws.ivs', 'aws.s3'], 'detail-type': ['Object Created'] }, true],
    [{ source: ['aws.ivs'] }, false],
    [{ detail: { bucket: { name: ['uploads'] }, object: { key: [{ prefix: 'vods/' }] } } }, true],
    [{ detail: { object: { key: [{ prefix: 'ads/' }] } } }, false],
    [{ detail: { object: { key: [{ suffix: '.mp4' }], size: [5] } } }, true],
    [{ detail: { reason: ['PutObject'] } }, false],
    [{ resources: [{ prefix: 'arn:aws:s3' }] }, true],
  ])('pattern %j matches: %s', async (pattern, fits) => {
    const bus = new LocalEventBus();
    const seen: ServiceEvent[] = [];
    bus.addRule(pattern, async (one) => void seen.push(one), 'rule');
    bus.put(event);
    await bus.idle();
    expect(seen).toEqual(fits ? [event] : []);
    await bus.close();
  });

  test('rejects an unsupported operator when the rule is added', () => {
    const pattern = { detail: { size: [{ numeric: ['>', 5] }] } } as unknown as EventPattern;
    expect(() => new LocalEventBus().addRule(pattern, async () => {}, 'rule')).toThrow(/numeric/);
  });

  test('retries only the failing target, and logs an error when it gives up', async () => {
    const bus = new LocalEventBus({ retryDelays: [1, 1] });
    const [good, flaky, broken] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
    flaky.mockRejectedValueOnce(new Error('not yet'));
    broken.mockRejectedValue(new Error('never'));
    for (const [name, target] of Object.entries({ good, flaky, broken }))
      bus.addRule({ source: ['aws.s3'] }, target, name);
    bus.put(event);
    await bus.idle();
    expect([good, flaky, broken].map((target) => target.mock.calls.length)).toEqual([1, 2, 3]);
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/broken.*GIVEN UP after 3/), expect.any(Error));
    await bus.close();
  });

  test('calls a scheduled target periodically until the bus is closed', async () => {
    const bus = new LocalEventBus();
    const target = vi.fn(async (_: ServiceEvent) => {});
    bus.schedule('every', 15, target);
    await vi.waitFor(() => expect(target.mock.calls.length).toBeGreaterThan(2), expectLimit);
    expect(target.mock.calls[0]![0]).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event' });
    await bus.close();
    const before = target.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(target.mock.calls.length).toBe(before);
  });
});

describe('PutEvents', () => {
  let bus: LocalEventBus;
  let eventBridge: Emulator;
  let client: EventBridgeClient;
  const seen: ServiceEvent[] = [];
  beforeAll(async () => {
    bus = new LocalEventBus();
    bus.addRule({ source: ['cantera'] }, async (event) => void seen.push(event), 'rule');
    eventBridge = await startEventBridge({ bus });
    client = new EventBridgeClient(toClientOptions(eventBridge.url));
    return async () => {
      await eventBridge.close();
      await bus.close();
    };
  });
  afterEach(() => void seen.splice(0));

  test('refuses a call of more than 1 MB as a whole', async () => {
    const send = (bytes: number) => {
      const Detail = JSON.stringify({ text: 'x'.repeat(bytes / 2 - '{"text":""}Test'.length - 'cantera'.length) });
      const entry = { Source: 'cantera', DetailType: 'Test', Detail };
      return client.send(new PutEventsCommand({ Entries: [entry, entry] }));
    };
    await expect(send(1024 ** 2 + 2)).rejects.toMatchObject({ name: 'ValidationException' });
    await bus.idle();
    expect(seen).toEqual([]);
    expect((await send(1024 ** 2)).FailedEntryCount).toBe(0);
  });

  test('delivers valid entries although others are invalid', async () => {
    const answer = await client.send(
      new PutEventsCommand({
        Entries: [
          { Source: 'cantera', DetailType: 'Vod Ready', Detail: '{"id":"1"}' },
          { Source: 'cantera', DetailType: 'Vod Ready', Detail: 'no json' },
          { Source: 'aws.s3', DetailType: 'Object Created', Detail: '{}' },
        ],
      }),
    );
    expect(answer.Entries?.map((entry) => entry.ErrorCode)).toEqual([
      undefined,
      'MalformedDetail',
      'NotAuthorizedForSourceException',
    ]);
    await bus.idle();
    expect(seen).toMatchObject([{ id: answer.Entries?.[0]?.EventId, 'detail-type': 'Vod Ready', detail: { id: '1' } }]);
  });
});
