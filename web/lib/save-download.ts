/** Downloads a file of the API, for which a plain link would lack the session's token. */
import { ApiError, client, toApiAddress } from './api.ts';
import { saveFile } from './save-file.ts';

/** Returns the cursor of the next part, if there is one. @throws ApiError */
export async function saveDownload(path: string, query: Record<string, string>, name: string): Promise<string | null> {
  const response = await fetch(toApiAddress(path, {}, query), { headers: { authorization: `Bearer ${client.token}` } });
  if (!response.ok) throw new ApiError(response.status, '', '');
  saveFile(await response.blob(), name);
  return response.headers.get('x-next-cursor');
}
