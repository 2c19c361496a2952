import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { errorText } from '../../../lib/api.ts';
import { isNotFound, isTransient } from '../../../lib/load-errors.ts';
import { navigationDelay } from '../../../lib/navigation-delays.ts';
import { paths } from '../../../lib/paths.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';

/** Tries again after a passing error; redirects to the 404 page at once for a missing recording, else after a message. */
export function VodFailure({ error }: { error: Error }) {
  const navigate = useNavigate();
  const transient = isTransient(error);
  const missing = isNotFound(error);
  useEffect(() => {
    if (missing || transient) return;
    const timer = setTimeout(() => navigate(paths.notFound, { replace: true }), navigationDelay);
    return () => clearTimeout(timer);
  }, [missing, transient, navigate]);
  if (transient) return <LoadFailure heading error={error} />;
  if (missing) return <Navigate to={paths.notFound} replace />;
  return (
    <div className="px-gutter py-14">
      <p role="alert" className="rounded-md border border-danger bg-surface p-4 font-medium text-danger">
        <FailureText text={errorText(error)} />
      </p>
    </div>
  );
}
