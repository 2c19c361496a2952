/** Sets the document's title, in a layout effect, so that it changes together with the screen. */
import { useLayoutEffect } from 'react';

export const product = 'Cantera TV';

export function useTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
