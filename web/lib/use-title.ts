/** The document's title while a page is shown. */
import { useEffect } from 'react';

export const product = 'Cantera TV';

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
