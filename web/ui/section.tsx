/** A part of a page, named by its heading. */
import { type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';

interface Props {
  title: ReactNode;
  className?: string;
  /** Classes of the heading, such as the space below it. */
  heading?: string;
  children: ReactNode;
}

export function Section({ title, className, heading, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={cx('text-lead', heading)}>
        {title}
      </h2>
      {children}
    </section>
  );
}
