/** The document's title while a page is shown: it changes with what is seen, never a moment later. */
import { useLayoutEffect } from 'react';

export const product = 'Cantera TV';

export function useTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
