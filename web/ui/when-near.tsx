/** Mounts its children half a screen before they scroll into view, so that their data is requested only then. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

export function WhenNear({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(!globalThis.IntersectionObserver);
  useEffect(() => {
    if (!place.current) return;
    const sight = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: '50%',
      },
    );
    sight.observe(place.current);
    return () => sight.disconnect();
  }, []);
  return isNear ? children : <div ref={place}>{placeholder}</div>;
}
