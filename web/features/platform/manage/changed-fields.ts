/** The fields of a form that differ from what was loaded: only those are sent. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  ) as Partial<T>;
}

/** Fields and clubs go by two requests, each only when there is something to say: the second expects the first's version. */
export async function sendChanges<T extends object>(
  version: number,
  changes: Partial<T>,
  send: (body: Partial<T> & { version: number }) => Promise<{ version: number }>,
  sendClubs: false | ((version: number) => Promise<void>),
): Promise<void> {
  const latest = Object.keys(changes).length > 0 ? (await send({ ...changes, version })).version : version;
  if (sendClubs) await sendClubs(latest);
}
