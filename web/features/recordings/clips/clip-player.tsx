/**
 * Plays a clip's MP4. Its signed address lasts less than a minute, so that a hidden clip ends soon: the player renews
 * it when the media host rejects it, and continues at the same position. Other renewals of the data do not interrupt
 * it.
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
  /** The first address; another clip needs another `key`. */
  src: string;
  poster?: string | null;
  label: string;
  className: string;
  /** Fetches a new address; undefined if the clip is no longer available. */
  renew: () => Promise<string | null | undefined>;
  autoPlay?: boolean;
  onEnded?: () => void;
  ref?: RefCallback<HTMLVideoElement>;
}) {
  const [address, setAddress] = useState(src);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const resume = useRef<{ at: number; plays: boolean }>(undefined);
  const renewAddress = async (video: HTMLVideoElement) => {
    // A failure with a fresh address has another cause.
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

const renewalPauseMs = 10_000;
