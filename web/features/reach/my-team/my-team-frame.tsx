import type { ReactNode } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

/**
 * Reserves the space of 'Mi equipo' on the home page: that of cards with two-line titles and a button, which depends on
 * the cards' width on phones.
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
