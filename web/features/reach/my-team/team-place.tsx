/** The room that 'Mi equipo' takes on the home page, kept free until it is there: nothing moves when it comes. */
import type { ReactNode } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

/** Cards with titles of two lines, and a button below, under a heading: as high on a phone as its cards are wide. */
export function TeamPlace({ title = 'Mi equipo', children }: { title?: string; children?: ReactNode }) {
  return (
    <div className="min-h-106 py-6 sm:min-h-99">
      {children ?? (
        <Rail title={title}>
          <RailSkeleton />
        </Rail>
      )}
    </div>
  );
}
