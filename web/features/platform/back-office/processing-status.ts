/** Tells which videos are still being processed, while lists and pages poll. FAILED is final. */
import type { MediaStatus } from '../../../../shared/contract/schema.ts';

interface Video {
  status: MediaStatus;
  isImproving?: true | undefined;
}

export const isProcessing = ({ status }: { status: MediaStatus }) => status === 'SENT' || status === 'STARTED';

/** Returns the `refetchInterval`: 3000 ms while anything is being processed, else false. */
export const pollWhileProcessing = (items: readonly Video[] = []) =>
  items.some((item) => isProcessing(item) || item.isImproving) ? 3000 : (false as const);

export const videoFreshness = {
  refetchInterval: ({ state }: { state: { data?: { rows: readonly Video[] } } }) =>
    pollWhileProcessing(state.data?.rows),
};

/** A video that is deleted before its file has arrived cannot be recovered. */
export const isRecoverable = ({ status }: { status: MediaStatus }): boolean => status !== 'SENT';
