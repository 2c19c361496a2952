/** The hourly cleanup. */
import { cutLog } from '../platform/lists/list-storage.ts';
import { listTables } from '../platform/lists/list-tables.ts';
import { attemptEach, attemptSteps } from '../platform/observability/attempt-each.ts';
import { sweepClips } from '../recordings/clips/sweep-clips.ts';
import { sweepGarbage } from '../recordings/media/garbage.ts';
import { hideDeletedPictures } from '../recordings/media/hidden-pictures.ts';

/** Every hour: deletes the files of deleted items, files without a reference, and what the lists' logs no longer need. */
export async function sweep(): Promise<void> {
  const now = Date.now();
  await attemptSteps(
    () => sweepClips(now),
    () => hideDeletedPictures(),
    () => sweepGarbage(now),
    () => attemptEach('a log was not cut', listTables, cutLog, (table) => ({ table })),
  );
}
