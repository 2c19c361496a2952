import type { ReactNode } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

/**
 * Reserves the space of 'Mi equipo' on the home page, to avoid layout shifts: that of cards with two-line titles and a
 * button. On phones it depends on the card width.
 */
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
