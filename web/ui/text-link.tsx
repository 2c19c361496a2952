/** A link in a text. */
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';

/** `isTarget`: it stands alone, with the height of a touch target. */
export function TextLink({ isTarget = false, className, ...link }: LinkProps & { isTarget?: boolean }) {
  const look = cx(
    'font-semibold text-text underline underline-offset-4',
    isTarget && 'inline-flex min-h-11 items-center',
  );
  return <Link className={cx(look, className)} {...link} />;
}
