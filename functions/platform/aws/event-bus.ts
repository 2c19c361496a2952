/** EventBridge: our own events, for work that the caller must not wait for or learn about. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { environment } from './environment.ts';
import { persistent, persistently } from './retries.ts';

/** The source of all events of a stage: two stages of one account share the bus, and must not hear each other. */
export const eventSource = (stage: string) => `cantera.${stage}`;

let client: EventBridgeClient | undefined;

export async function publish(detailType: string, detail: object): Promise<void> {
  client ??= new EventBridgeClient(persistent());
  const bus = client;
  const entry = { Source: eventSource(environment('STAGE')), DetailType: detailType, Detail: JSON.stringify(detail) };
  // An entry may be refused in an answer that is a success.
  await persistently(async () => {
    const { Entries: [{ ErrorCode, ErrorMessage } = {}] = [] } = await bus.send(
      new PutEventsCommand({ Entries: [entry] }),
    );
    if (!ErrorCode) return true;
    if (ofTheMoment.test(ErrorCode)) return undefined;
    throw new Error(`The event ${detailType} was refused: ${ErrorCode}: ${ErrorMessage}`);
  });
}

/** Refusals of an entry that another attempt may change. Source: EventBridge API Reference, PutEvents. */
const ofTheMoment = /Throttl|Internal|Limit/;
