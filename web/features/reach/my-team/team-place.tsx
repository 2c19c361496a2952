/** The room that 'Mi equipo' takes on the home page, kept free until it is there: nothing moves when it comes. */
import type { ReactNode } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

export function TeamPlace({ title = 'Mi equipo', children }: { title?: string; children?: ReactNode }) {
  return (
    <div className="py-6 [&_ul]:min-h-66">
      {children ?? (
        <Rail title={title}>
          <RailSkeleton />
        </Rail>
      )}
    </div>
  );
}
