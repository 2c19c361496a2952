/** Reserves the space of 'Mi equipo' on the home page, to avoid layout shifts. */
import type { ReactNode } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

/** The height of cards with two-line titles and a button; on phones it depends on the card width. */
export function MyTeamFrame({ title = 'Mi equipo', children }: { title?: string; children?: ReactNode }) {
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
