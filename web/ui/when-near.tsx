/** Mounts its children within half a screen of the viewport: a visitor who never scrolls there asks for none of their data. */
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
