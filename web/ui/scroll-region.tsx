import type { ReactNode } from 'react';

interface ScrollRegionProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** Content without controls that may be larger than its place: the keyboard scrolls it too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by keys.
    <section tabIndex={0} aria-label={label} className={className}>
      {children}
    </section>
  );
}
