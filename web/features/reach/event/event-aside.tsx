/** The moments beside a recording; spans all rows of the other column. */
import { lazy, Suspense } from 'react';
import { Aside } from '../../viewing/playback/watch-layout.tsx';
import type { LoadedEventView } from './use-event-view.ts';

// Not part of the first paint, but loaded in parallel with the data.
const momentsPart = import('../../recordings/vods/vod-moments.tsx');
momentsPart.catch(() => undefined);
const VodMoments = lazy(() => momentsPart.then((module) => ({ default: module.VodMoments })));

export function EventAside({ view, hasChoices }: { view: LoadedEventView; hasChoices: boolean }) {
  const { staged, vod, showsClips, showsData } = view;
  const { stage, moments, reveal, isSettled, jump } = view.viewing;
  if (!view.isBeside) return null;
  // The column is there before the moments are, so that nothing else takes its place.
  if (!staged || !vod) return <Aside isBeside className={rowSpans[4]} />;
  return (
    <Aside isBeside className={rowSpans[3 + Number(hasChoices) + Number(showsClips || showsData)]}>
      <Suspense fallback={null}>
        <VodMoments
          moments={moments}
          thumbnailsUrl={staged.playback.thumbnailsUrl}
          media={stage.media}
          onJump={jump}
          onReveal={reveal}
        />
      </Suspense>
      {isSettled && !reveal && moments.length === 0 && (
        <p className="hidden text-muted column:block">Todavía no hay jugadas marcadas de este partido.</p>
      )}
    </Aside>
  );
}

/** Rows: picture, choices, title, lookup and buttons. */
const rowSpans: Record<number, string> = { 3: 'column:row-span-3', 4: 'column:row-span-4', 5: 'column:row-span-5' };
