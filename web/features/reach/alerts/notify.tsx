/** Lazy-loads the 'Avísame' button, and reserves its space. */
import { lazy, Suspense } from 'react';
import type { NotifyProps } from './notify-button.tsx';

const NotifyButton = lazy(() => import('./notify-button.tsx').then((module) => ({ default: module.NotifyButton })));

export const Notify = (props: NotifyProps) => (
  <Suspense fallback={<span className="inline-block min-h-11 w-32 rounded-full bg-raised" />}>
    <NotifyButton {...props} />
  </Suspense>
);
