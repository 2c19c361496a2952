/** An edit form sends only its changes. */

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function pickChangedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(after[name], before[name])).map((name) => [name, after[name]]),
  ) as Partial<T>;
}

/**
 * Sends fields and clubs in two requests, each only if changed; the second expects the version that the first returned.
 */
export async function sendChanges<T extends object>(
  changes: Partial<T>,
  version: number,
  send: (body: Partial<T> & { version: number }) => Promise<{ version: number }>,
  sendClubs: ((version: number) => Promise<void>) | undefined,
): Promise<void> {
  const latest = Object.keys(changes).length > 0 ? (await send({ ...changes, version })).version : version;
  if (sendClubs) await sendClubs(latest);
}
