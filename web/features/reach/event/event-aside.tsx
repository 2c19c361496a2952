/** The moments of a match beside its recording, and as high as all that stands in the other column. */
import { lazy, Suspense } from 'react';
import { Aside } from '../../viewing/playback/watch-layout.tsx';
import type { KnownView } from './use-event-view.ts';

// Not of the first part of the page, and there before the moments are.
const momentsPart = import('../../recordings/vods/vod-moments.tsx');
momentsPart.catch(() => undefined);
const VodMoments = lazy(() => momentsPart.then((module) => ({ default: module.VodMoments })));

export function EventAside({ view, hasChoices }: { view: KnownView; hasChoices: boolean }) {
  const { staged, vod, showsClips, showsData } = view;
  const { stage, moments, reveal, isSettled, jump } = view.viewing;
  if (!staged || !vod) return null;
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

/** Picture, choices, title, what is looked up, and buttons. */
const rowSpans: Record<number, string> = { 3: 'column:row-span-3', 4: 'column:row-span-4', 5: 'column:row-span-5' };
