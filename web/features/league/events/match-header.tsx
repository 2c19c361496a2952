/** The header of a match without a player: crests, score or countdown, over the match's picture. */
import type { ReactNode } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { cx } from '../../../lib/class-names.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { Countdown } from './countdown.tsx';
import { MatchHeading } from './match-heading.tsx';
import type { PageScore } from './use-match-minute.ts';

/** Height for two crests with names and a line below, shared with the skeleton. */
export const headerHeight = 'min-h-80 sm:min-h-106';

interface Props {
  event: EventOfItem & { thumbnail: string | null };
  score: PageScore | null | undefined;
  reveal: (() => void) | undefined;
  /** True before a match whose date is known. */
  showsCountdown: boolean;
  /** True in the place of a player, whose size it takes. */
  isStage?: boolean;
  /** Content below the score, such as the price. */
  children?: ReactNode;
}

export function MatchHeader({ event, score, reveal, showsCountdown, isStage = false, children }: Props) {
  const { title, thumbnail, sport, scheduledStartDate } = event;
  const sides = listSides(event);
  if (!sides) {
    return (
      <Thumbnail src={thumbnail} kind={sport} eager isFullSize className="aspect-auto! h-70 sm:h-96">
        {showsCountdown && (
          <div className="absolute inset-0 grid place-items-center bg-scrim">
            <Countdown to={scheduledStartDate} />
          </div>
        )}
        <div className="absolute inset-x-4 bottom-3 grid place-items-center">{children}</div>
      </Thumbnail>
    );
  }
  return (
    <div className="relative isolate overflow-hidden bg-bg sm:rounded-md" data-theme="stage">
      <Thumbnail
        src={thumbnail}
        kind={sport}
        eager
        isFullSize
        className="absolute! inset-0 -z-10 aspect-auto! rounded-none!"
        imageClassName="scale-150 opacity-40 blur-3xl"
      />
      <div
        className={cx(
          headerHeight,
          isStage && 'sm:aspect-video',
          'flex flex-col items-center justify-center gap-6 px-4 py-6 sm:py-8',
        )}
      >
        <MatchHeading {...sides} {...{ title, score, reveal }} match={event} large />
        {showsCountdown && <Countdown to={scheduledStartDate} />}
        {children}
      </div>
    </div>
  );
}
