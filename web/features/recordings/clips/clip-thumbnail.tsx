/** A clip's picture with its duration; a play button, if it can be played. */
import { formatDuration } from '../../../lib/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

interface Props {
  src: string | null;
  seconds: number;
  play?: { label: string; onClick: () => void } | undefined;
}

export function ClipThumbnail({ src, seconds, play }: Props) {
  const picture = (
    <Thumbnail src={src} className="w-28 shrink-0">
      {play && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-9 place-items-center rounded-full bg-scrim text-text transition-colors group-hover:bg-bg">
            <Icon name="play" size={16} filled />
          </span>
        </span>
      )}
      <span className="absolute right-1 bottom-1 rounded-sm bg-scrim px-1.5 text-note font-semibold text-text tabular-nums">
        {formatDuration(seconds)}
      </span>
    </Thumbnail>
  );
  if (!play) return picture;
  return (
    <button type="button" aria-label={play.label} onClick={play.onClick} className="group shrink-0 rounded-md">
      {picture}
    </button>
  );
}
