/** Items that are still processing: lists and pages poll while there are any. FAILED is final. */
import type { MediaStatus } from '../../../../shared/contract/schema.ts';

export const inTheWorks = ({ status }: { status: MediaStatus }) => status === 'SENT' || status === 'STARTED';

/** For `refetchInterval`: 3000 ms while anything is processing, else false. */
export const whileInTheWorks = (items: readonly { status: MediaStatus }[] = []) =>
  items.some(inTheWorks) ? 3000 : (false as const);
