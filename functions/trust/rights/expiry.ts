/** Deletes statements with their documents three years after the end of their season; audit entries expire by TTL. */
import { environment } from '../../platform/aws/environment.ts';
import { deletePrefix } from '../../platform/aws/storage.ts';
import { isExpired } from './rules.ts';
import { documentFolder } from './state.ts';
import { imageRights } from './store.ts';

export async function removeExpired(now: number): Promise<void> {
  for (const { id } of (await imageRights.rows()).filter((row) => isExpired(row, now))) {
    await deletePrefix(environment('UPLOADS_BUCKET'), documentFolder(id));
    await imageRights.remove(id);
  }
}
