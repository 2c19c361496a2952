/** Where a video that everyone may watch is played: no token, no lease, no report. A spinner while it is being processed. */
import type { RefObject } from 'react';
import type { Playback } from '../../../shared/playback.ts';
import { Player } from '../../player/player.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';

export function OpenStage({
  playback,
  title,
  poster,
  startAt,
  media,
}: {
  playback: Playback;
  title: string;
  poster: string | null;
  startAt?: number | undefined;
  media?: RefObject<HTMLVideoElement | null>;
}) {
  const { url, thumbnailsUrl } = playback;
  if (playback.granted && url) {
    const renew = async () => url;
    return <Player {...{ url, title, poster, startAt, media, renew }} thumbnails={thumbnailsUrl} />;
  }
  return (
    <Thumbnail src={poster} eager full>
      <div role="status" className="absolute inset-0 grid place-items-center bg-scrim">
        <span className="flex flex-col items-center gap-3 font-semibold">
          <Spinner size={40} />
          Estamos preparando este video
        </span>
      </div>
    </Thumbnail>
  );
}
