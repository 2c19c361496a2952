import { cx } from '../../../lib/class-names.ts';
import { headerHeight } from '../../league/events/match-header.tsx';
import { besideLook } from '../../viewing/playback/watch-layout.tsx';

/**
 * Reserves the space of a player with moments beside it, if `expectsRecording`; otherwise that of the match's header.
 */
export function EventSkeleton({ expectsRecording }: { expectsRecording: boolean }) {
  return (
    <div
      role="status"
      className={cx('mx-auto w-full gap-8 px-gutter sm:pt-8', expectsRecording ? besideLook : 'max-w-400')}
    >
      <div className="animate-pulse">
        <span className="sr-only">Cargando</span>
        <div
          className={cx(
            'bg-raised max-sm:bleed-gutter sm:rounded-md',
            expectsRecording ? 'aspect-video' : headerHeight,
          )}
        />
        <div className="mt-8 h-4 w-40 rounded-sm bg-raised" />
        <div className="mt-4 h-8 w-3/5 rounded-sm bg-raised" />
        <div className="mt-4 h-4 w-4/5 rounded-sm bg-raised" />
      </div>
    </div>
  );
}
