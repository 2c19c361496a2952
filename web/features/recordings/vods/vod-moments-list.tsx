/** The moments of a recording as stills with times, and buttons to step through them. */
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { findMoment } from '../../../player/commands.ts';
import { findStill, parseStills } from '../../../player/preview-stills.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { getMomentLook } from '../moments/moment-types.ts';

export interface VodMoment {
  id: string;
  timestampMs: number;
  label: string;
  momentType: string;
}

/** The still is taken this many seconds after the moment began, when the action shows. */
const tellingSeconds = 4;

export function MomentStills({
  moments,
  thumbnailsUrl,
  onJump,
}: {
  moments: readonly VodMoment[];
  thumbnailsUrl: string | undefined;
  onJump: (seconds: number) => void;
}) {
  const { data: stills = [] } = useStills(thumbnailsUrl);
  return (
    <ol className="grid grid-cols-1 gap-2 @md:grid-cols-2 @3xl:grid-cols-3">
      {moments.map(({ id, timestampMs, label, momentType }) => {
        const { name, icon } = getMomentLook(momentType);
        const still = findStill(stills, timestampMs / 1000 + tellingSeconds);
        return (
          <li key={id} className="min-w-0">
            <button
              type="button"
              className="flex w-full items-center gap-3 overflow-hidden rounded-md border border-line bg-surface pr-3 text-left transition-colors hover:border-line-strong"
              onClick={() => onJump(timestampMs / 1000)}
            >
              {/* Reserves the picture's space. */}
              <span className="relative aspect-video w-28 shrink-0 bg-raised">
                {still && <img src={still} alt="" loading="lazy" className="size-full object-cover" />}
                <span
                  data-theme="stage"
                  className="absolute right-1 bottom-1 rounded-sm bg-scrim px-1.5 text-note font-semibold tabular-nums"
                >
                  {formatDuration(timestampMs / 1000)}
                </span>
              </span>
              <Icon name={icon} size={18} />
              <span className="sr-only">{name}:</span>
              <span className="line-clamp-2 min-w-0 break-words">{label}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Buttons for the next and previous moment, relative to the playback position. */
export function MomentSteps({
  moments,
  media,
  onJump,
}: {
  moments: readonly VodMoment[];
  media: RefObject<HTMLVideoElement | null>;
  onJump: (seconds: number) => void;
}) {
  const step = (by: 1 | -1) => {
    const seconds = moments.map(({ timestampMs }) => timestampMs / 1000);
    const found = findMoment(seconds, media.current?.currentTime ?? 0, by);
    if (found !== undefined) onJump(found);
  };
  return (
    <div className="flex gap-1">
      <IconButton icon="previous" label="Jugada anterior" onClick={() => step(-1)} />
      <IconButton icon="next" label="Siguiente jugada" onClick={() => step(1)} />
    </div>
  );
}

export function useStills(thumbnailsUrl: string | undefined) {
  return useQuery({
    queryKey: ['stills', thumbnailsUrl],
    enabled: thumbnailsUrl !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const address = thumbnailsUrl ?? '';
      const answer = await fetch(address, { signal });
      return answer.ok ? parseStills(await answer.text(), new URL(address, location.href).href) : [];
    },
  });
}
