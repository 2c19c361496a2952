/** A page arrives after its address: only then is there something to scroll to. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to the part of the page that the address names, once there is the page. */
export function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
}
