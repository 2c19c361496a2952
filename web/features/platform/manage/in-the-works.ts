/** Items that the server still works on: lists and pages look again while there are any (B-VOD-20). FAILED is final. */
import type { MediaStatus } from '../../../../shared/contract/schema.ts';

export const inTheWorks = ({ status }: { status: MediaStatus }) => status === 'SENT' || status === 'STARTED';

/** For `refetchInterval`: every 3000 ms while something is in the works, else never. */
export const whileInTheWorks = (items: readonly { status: MediaStatus }[] = []) =>
  items.some(inTheWorks) ? 3000 : (false as const);
