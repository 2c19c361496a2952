/** Lazy-loads match-days.tsx, and reserves its space. */
import { lazy, Suspense } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

const MatchDays = lazy(async () => ({ default: (await import('./match-days.tsx')).MatchDays }));

export function MatchDaysRail({ onAir }: { onAir?: ReadonlySet<string> }) {
  return (
    <Suspense
      fallback={
        <Rail title="Partidos" below={<div className="h-11.5" />}>
          <RailSkeleton />
        </Rail>
      }
    >
      <MatchDays onAir={onAir} />
    </Suspense>
  );
}
