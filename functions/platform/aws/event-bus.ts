/** EventBridge: the product's own events. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { environment } from './environment.ts';
import { makeOnce, retryUntilDone, withRetries } from './retries.ts';

/** Event source of a stage. Stages in one account share the bus and must not receive each other's events. */
export const eventSource = (stage: string) => `cantera.${stage}`;

const bus = /* @__PURE__ */ makeOnce(() => new EventBridgeClient(withRetries()));

export async function publish(detailType: string, detail: object): Promise<void> {
  const entry = { Source: eventSource(environment('STAGE')), DetailType: detailType, Detail: JSON.stringify(detail) };
  // A successful response may contain failed entries.
  await retryUntilDone(async () => {
    const { Entries: [{ ErrorCode, ErrorMessage } = {}] = [] } = await bus().send(
      new PutEventsCommand({ Entries: [entry] }),
    );
    if (!ErrorCode) return true;
    if (transientErrors.test(ErrorCode)) return undefined;
    throw new Error(`The event ${detailType} was refused: ${ErrorCode}: ${ErrorMessage}`);
  });
}

/** Entry errors that are worth a retry. Source: EventBridge API Reference, PutEvents. */
const transientErrors = /Throttl|Internal|Limit/;
