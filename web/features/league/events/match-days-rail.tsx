/** The matches of these days (match-days.tsx), fetched after the page; its place is kept. */
import { lazy, Suspense } from 'react';
import { Rail, RailSkeleton } from '../../../ui/rail.tsx';

const MatchDays = lazy(async () => ({ default: (await import('./match-days.tsx')).MatchDays }));

export function MatchDaysRail({ today }: { today?: boolean }) {
  return (
    <Suspense
      fallback={
        <Rail title="Partidos" below={<div className="h-11.5" />}>
          <RailSkeleton />
        </Rail>
      }
    >
      <MatchDays today={today} />
    </Suspense>
  );
}
