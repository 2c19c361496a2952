/**
 * The player of content open to everybody, without token, lease and heartbeats; a spinner while the video is processed.
 */
import type { RefObject } from 'react';
import type { Playback } from '../../../../shared/domain/playback-grant.ts';
import { Player, PlayerPlaceholder } from '../../../player/player.tsx';
import type { PlayerProps } from '../../../player/player-props.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function OpenStage({
  playback,
  title,
  poster,
  ready,
  startAt,
  afterEnd,
  media,
}: {
  playback: Playback;
  title: string;
  poster: string | null;
  /** False until the start position is known. */
  ready: boolean;
  startAt?: number | undefined;
  afterEnd?: PlayerProps['afterEnd'];
  media?: RefObject<HTMLVideoElement | null>;
}) {
  const { url, thumbnailsUrl } = playback;
  if (playback.granted && url) {
    if (!ready) return <PlayerPlaceholder poster={poster} />;
    const renew = async () => url;
    return <Player {...{ url, title, poster, startAt, afterEnd, media, renew }} thumbnails={thumbnailsUrl} />;
  }
  return (
    <Thumbnail src={poster} eager isFullSize>
      <div role="status" className="absolute inset-0 grid place-items-center bg-scrim">
        <span className="flex flex-col items-center gap-3 font-semibold">
          <Spinner size={40} />
          Estamos preparando este video
        </span>
      </div>
    </Thumbnail>
  );
}
