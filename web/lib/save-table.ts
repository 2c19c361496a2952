/** Downloads a table of the back office, for which a plain link would lack the session's token. */
import { ApiError, client, toApiAddress } from './api.ts';
import { saveFile } from './save-file.ts';

/** @throws ApiError */
export async function saveTable(path: string, query: Record<string, string | undefined>, name: string): Promise<void> {
  const response = await fetch(toApiAddress(path, {}, query), { headers: { authorization: `Bearer ${client.token}` } });
  if (!response.ok) throw new ApiError(response.status, '', '');
  saveFile(await response.blob(), name);
}
