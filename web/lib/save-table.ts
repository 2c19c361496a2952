/** Downloads a table of the back office, for which a plain link would lack the session's token. */
import { ApiError, client, toApiAddress } from './api.ts';
import { saveFile } from './save-file.ts';

/** @throws ApiError */
export async function saveTable(path: string, query: Record<string, string | undefined>, name: string): Promise<void> {
  const parts: Blob[] = [];
  let cursor: string | null | undefined;
  // A long table comes in parts.
  do {
    const address = toApiAddress(path, {}, { ...query, ...(cursor && { cursor }) });
    const response = await fetch(address, { headers: { authorization: `Bearer ${client.token}` } });
    if (!response.ok) throw new ApiError(response.status, '', '');
    parts.push(await response.blob());
    cursor = response.headers.get('x-next-cursor');
  } while (cursor);
  saveFile(new Blob(parts, { type: 'text/csv' }), name);
}
