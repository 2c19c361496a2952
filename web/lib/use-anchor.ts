/** Scrolls to the URL's hash once a lazy page has rendered. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

export function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
}
