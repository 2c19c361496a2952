/** The tools of staff below a recording: they cut clips, and take seconds out. */
import type { Vod } from '../../../../shared/contract/vod.ts';
import { ClipsPanel } from '../../recordings/clips/clips-panel.tsx';
import type { VodMoment } from '../../recordings/vods/use-vod-moments.ts';
import { WithdrawnPanel } from './withdrawn-panel.tsx';

interface Props {
  vod: Vod;
  moments: readonly VodMoment[];
  current: () => number;
}

export function VodStaffTools({ vod, moments, current }: Props) {
  const shared = { source: { vodId: vod.id }, thumbnailsUrl: vod.playback.thumbnailsUrl, current };
  return (
    <>
      <ClipsPanel {...shared} duration={vod.duration} moments={moments} />
      <WithdrawnPanel {...shared} duration={() => vod.duration} cuts={vod.playback.cuts} />
    </>
  );
}
