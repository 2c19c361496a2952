import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { VodCard } from '../../../../shared/contract/vod.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { capitalise, formatDay, formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { RailItem } from '../../../ui/rail.tsx';
import { Result } from '../../league/events/result.tsx';

export function LiveMatchCard({ live, eager }: { live: LiveCard; eager?: boolean }) {
  return (
    <Card
      to={paths.live(live.slug)}
      title={live.title || live.slug}
      meta={live.summary || sportName(live.sport)}
      picture={live.thumbnail}
      sport={live.sport}
      live={live.isLive}
      result={live.result && <Result result={live.result} sport={live.sport} />}
      eager={eager}
    />
  );
}

interface Props {
  vod: VodCard;
  progress?: number;
  omitsResult?: boolean;
}

export function VodMatchCard({ vod, progress, omitsResult = false }: Props) {
  return (
    <Card
      to={paths.vod(vod.id)}
      title={vod.title}
      meta={capitalise(formatDay(vod.dateCreated))}
      picture={vod.thumbnail}
      sport={vod.sport}
      result={!omitsResult && vod.result && <Result result={vod.result} />}
      duration={vod.duration === null ? undefined : formatDuration(vod.duration)}
      progress={progress}
    />
  );
}

interface Matches {
  lives?: readonly LiveCard[];
  vods?: readonly VodCard[];
  eager?: boolean;
  omitsResult?: boolean;
}

/** Lives, then recordings, in the row of a rail. */
export const RailMatches = ({ lives = [], vods = [], eager }: Matches) => (
  <>
    {lives.map((live) => (
      <RailItem key={live.slug}>
        <LiveMatchCard live={live} eager={eager} />
      </RailItem>
    ))}
    {vods.map((vod) => (
      <RailItem key={vod.id}>
        <VodMatchCard vod={vod} />
      </RailItem>
    ))}
  </>
);

/** Lives, then recordings, in a grid. */
export const MatchGrid = ({ lives = [], vods = [], eager, omitsResult }: Matches) => (
  <div className="grid-cards empty:hidden">
    {lives.map((live) => (
      <LiveMatchCard key={live.slug} live={live} eager={eager} />
    ))}
    {vods.map((vod) => (
      <VodMatchCard key={vod.id} vod={vod} omitsResult={omitsResult} />
    ))}
  </div>
);
