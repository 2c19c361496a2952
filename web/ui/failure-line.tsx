import type { ErrorText } from '../lib/api.ts';
import { FailureText } from './failure-text.tsx';

/** Below what the user has done, why it failed; screen readers announce it. */
export const FailureLine = ({
  text,
  className = 'text-small',
}: {
  text: ErrorText | string | false | null | undefined;
  className?: string;
}) => (
  <p role="alert" className={`font-medium text-danger empty:hidden ${className}`}>
    {text && <FailureText text={text} />}
  </p>
);
