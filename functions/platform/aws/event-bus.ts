/** EventBridge: our own events, for work that the caller must not wait for or learn about. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { environment } from './environment.ts';

/** The source of all events of a stage: two stages of one account share the bus, and must not hear each other. */
export const eventSource = (stage: string) => `cantera.${stage}`;

let client: EventBridgeClient | undefined;

export async function publish(detailType: string, detail: object): Promise<void> {
  client ??= new EventBridgeClient({});
  const entry = { Source: eventSource(environment('STAGE')), DetailType: detailType, Detail: JSON.stringify(detail) };
  const answer = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if (answer.FailedEntryCount)
    throw new Error(`The event ${detailType} was not taken: ${answer.Entries?.[0]?.ErrorCode}`);
}
