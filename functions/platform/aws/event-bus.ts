/** EventBridge: our own events, for work that the caller must not wait for or learn about. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';

/** The source of all our events. */
export const eventSource = 'cantera';

let client: EventBridgeClient | undefined;

export async function publish(detailType: string, detail: object): Promise<void> {
  client ??= new EventBridgeClient({});
  const answer = await client.send(
    new PutEventsCommand({
      Entries: [{ Source: eventSource, DetailType: detailType, Detail: JSON.stringify(detail) }],
    }),
  );
  if (answer.FailedEntryCount)
    throw new Error(`The event ${detailType} was not taken: ${answer.Entries?.[0]?.ErrorCode}`);
}
