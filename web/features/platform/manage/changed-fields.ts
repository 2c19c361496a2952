/** The form fields that differ from the loaded item; only these are sent. */
export function pickChangedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  ) as Partial<T>;
}

/**
 * Sends fields and clubs in two requests, each only if changed; the second expects the version that the first returned.
 */
export async function sendChanges<T extends object>(
  version: number,
  changes: Partial<T>,
  send: (body: Partial<T> & { version: number }) => Promise<{ version: number }>,
  sendClubs: false | ((version: number) => Promise<void>),
): Promise<void> {
  const latest = Object.keys(changes).length > 0 ? (await send({ ...changes, version })).version : version;
  if (sendClubs) await sendClubs(latest);
}
