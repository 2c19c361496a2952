/** A part of a page whose code loads when the part is first shown; until then, `fallback` stands in its place. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) {
  const Part = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
