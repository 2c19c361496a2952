/** Calls `act` for each item, in order, with at most `atOnce` calls under way. */
export async function mapLimited<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const work = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
