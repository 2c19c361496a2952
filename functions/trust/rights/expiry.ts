/** Deletes statements whose retention is over (rules.ts), with their documents; audit entries expire by TTL. */
import { environment } from '../../platform/aws/environment.ts';
import { deletePrefix } from '../../platform/aws/storage.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { documentFolder } from './change-statements.ts';
import { isExpired } from './rules.ts';
import { imageRights } from './store.ts';

export async function removeExpired(now: number): Promise<void> {
  await attemptEach(
    'an expired statement was not deleted',
    (await imageRights.rows()).filter((row) => isExpired(row, now)),
    async ({ id }) => {
      await deletePrefix(environment('UPLOADS_BUCKET'), documentFolder(id));
      await imageRights.remove(id);
    },
    ({ id }) => ({ statement: id }),
  );
}
