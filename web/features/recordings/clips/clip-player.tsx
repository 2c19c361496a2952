/**
 * Plays a clip's MP4. Its signed address lasts less than a minute, so that a clip that is hidden soon stops playing.
 * When the media host rejects an address, the player fetches a new one and continues at the same position; other
 * refetches of the clip do not interrupt it.
 */
import { type RefCallback, useRef, useState } from 'react';

export function ClipPlayer({
  src,
  poster,
  label,
  className,
  renew,
  autoPlay = false,
  onEnded,
  ref,
}: {
  /** The first address of the file. Use another `key` for another clip. */
  src: string;
  poster?: string | null;
  label: string;
  className: string;
  /** Fetches a new address; undefined if the clip is not available any more. */
  renew: () => Promise<string | null | undefined>;
  autoPlay?: boolean;
  onEnded?: () => void;
  ref?: RefCallback<HTMLVideoElement>;
}) {
  const [address, setAddress] = useState(src);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const resume = useRef<{ at: number; plays: boolean }>(undefined);
  const renewAddress = async (video: HTMLVideoElement) => {
    // A failure soon after a renewal has another cause.
    if (performance.now() - renewedAt.current < renewalPauseMs) return;
    renewedAt.current = performance.now();
    resume.current = { at: video.currentTime, plays: !video.paused };
    const next = await renew().catch(() => undefined);
    if (next) setAddress(next);
  };
  return (
    // biome-ignore lint/a11y/useMediaCaption: matches have no captions
    <video
      ref={ref}
      src={address}
      poster={poster ?? undefined}
      controls
      autoPlay={autoPlay}
      playsInline
      preload="metadata"
      aria-label={label}
      className={className}
      onEnded={onEnded}
      onError={({ currentTarget }) => renewAddress(currentTarget)}
      onLoadedMetadata={({ currentTarget: video }) => {
        const { at = 0, plays = false } = resume.current ?? {};
        resume.current = undefined;
        if (at > 0) video.currentTime = at;
        // Browsers that require a gesture reject this; the controls are visible.
        if (plays) video.play().catch(() => undefined);
      }}
    />
  );
}

/** Milliseconds in which a second failure is not answered by a second renewal. */
const renewalPauseMs = 10_000;
