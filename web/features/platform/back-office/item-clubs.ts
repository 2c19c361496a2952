/** The clubs of an item, which have an endpoint of their own. */
import type { ContractKey } from '../../../../shared/contract/contract.ts';
import { ApiError, api, isConflict } from '../../../lib/api.ts';

export type ClubsKey = Extract<ContractKey, `PUT ${string}/{id}/clubs`>;

/** Reports a failure with a text of its own; passes a conflict on. */
export async function setClubs(key: ClubsKey, id: string, clubIds: string[], version?: number): Promise<void> {
  try {
    await api(key, { params: { id }, body: { clubIds, version } });
  } catch (error) {
    throw isConflict(error) || (error instanceof ApiError && error.text)
      ? error
      : new ApiError(400, 'CLUBS', 'Error al actualizar los clubes');
  }
}

/**
 * Sends fields and clubs in two requests, each only if changed; the second expects the version that the first returned.
 */
export async function sendChanges<Changes extends { clubIds?: string[] }>(
  { clubIds, ...fields }: Changes,
  version: number,
  send: (body: Omit<Changes, 'clubIds'> & { version: number }) => Promise<{ version: number }>,
  key: ClubsKey,
  id: string,
): Promise<void> {
  const latest = Object.keys(fields).length > 0 ? (await send({ ...fields, version })).version : version;
  if (clubIds) await setClubs(key, id, clubIds, latest);
}
