/** What ends with an account. */
import type { ServiceEvent } from '../../platform/aws/service-events.ts';
import { clearShelf } from './store.ts';

export async function clearShelfOfDeleted({ detail }: ServiceEvent<{ userId: string }>): Promise<void> {
  await clearShelf(detail.userId);
}
