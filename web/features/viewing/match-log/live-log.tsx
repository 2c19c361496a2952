/**
 * The log beside a live, the newest line first, up to the time that the picture has reached. If the live can be rewound, a click on a line
 * jumps to it.
 */
import type { RefObject } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { Section } from '../../../ui/section.tsx';
import { useRunningMatch } from '../scoreboard/use-running-match.ts';
import { MatchTimeline } from './match-timeline.tsx';
import { useMatchLog } from './queries.ts';
import { earlySeconds, emptyLogText, sortNewestFirst, toTimeline } from './timeline-rows.ts';

interface Props {
  event: EventOfItem;
  /** Server time that the picture has reached; infinite without a picture. */
  until: number;
  /** Start of the broadcast, if it can be rewound. */
  startedAt: string | undefined;
  playhead: RefObject<Playhead | undefined>;
}

export function LiveLog({ event, until, startedAt, playhead }: Props) {
  const { data } = useRunningMatch(event.id);
  const log = useMatchLog(event, data?.actions, until);
  const from = startedAt === undefined ? undefined : Date.parse(startedAt);
  const groups = log && toTimeline(log, [], (at) => (from === undefined ? undefined : toSeconds(at, from)));
  if (!groups || groups.length === 0) return <p className="text-muted">{emptyLogText}</p>;
  return (
    <Section title="Minuto a minuto" className="flex flex-col gap-3">
      <MatchTimeline
        groups={sortNewestFirst(groups)}
        openPeriod={groups.at(-1)?.period}
        sides={(event.clubs && listSides(event)) || undefined}
        onJump={from === undefined ? undefined : (seconds) => playhead.current?.seek(seconds)}
      />
    </Section>
  );
}

/**
 * Converts a time to the second of the broadcast at which its action begins to show; undefined before the broadcast.
 */
function toSeconds(at: number, from: number): number | undefined {
  const seconds = (at - from) / 1000;
  return seconds < 0 ? undefined : Math.max(0, seconds - earlySeconds);
}
