/** A clip's picture in a list, with its length in seconds. */
import { formatDuration } from '../../../lib/format.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function ClipThumbnail({ src, seconds }: { src: string | null; seconds: number }) {
  return (
    <Thumbnail src={src} className="w-28 shrink-0">
      <span className="absolute right-1 bottom-1 rounded-sm bg-scrim px-1.5 text-note font-semibold text-text tabular-nums">
        {formatDuration(seconds)}
      </span>
    </Thumbnail>
  );
}
