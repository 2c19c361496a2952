/** The tools of viewers and scorers for a recording, behind the three dots. */
import type { Vod } from '../../../../shared/contract/vod.ts';
import { ViewerClipButton } from '../../recordings/clips/viewer-clip-button.tsx';
import type { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';
import { StartButton } from '../../viewing/scoreboard/start-button.tsx';

export function VodTools({
  vod,
  media,
  keepsScore,
  current,
}: {
  vod: Vod;
  media: ReturnType<typeof useVodViewing>['stage']['media'];
  /** True for users who keep the match's score. */
  keepsScore: boolean;
  current: () => number;
}) {
  return (
    <>
      {vod.cutsClips && vod.duration && (
        <ViewerClipButton
          vodId={vod.id}
          duration={vod.duration}
          thumbnailsUrl={vod.playback.thumbnailsUrl}
          current={current}
        />
      )}
      {vod.playback.granted && keepsScore && <StartButton vodId={vod.id} media={media} />}
    </>
  );
}
