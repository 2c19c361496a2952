import { useEffect, useState } from 'react';

/** Searches for a text, unless it is undefined. Answers to an older text are dropped. */
export function useSearchResults<Item>(text: string | undefined, search: (text: string) => Promise<Item[]>) {
  const [found, setFound] = useState<{ items: Item[]; text?: string }>({ items: [] });
  useEffect(() => {
    if (text === undefined) return;
    let isCurrent = true;
    search(text).then(
      (items) => isCurrent && setFound({ items, text }),
      () => isCurrent && setFound({ items: [], text }),
    );
    return () => {
      isCurrent = false;
    };
  }, [text, search]);
  return found;
}
