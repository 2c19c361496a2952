/**
 * Plays a clip's MP4. The signed address is valid for less than a minute, so that a hidden clip soon stops. When the
 * media host rejects an address, the player fetches a new one and continues at the same second; a new address from
 * elsewhere does not interrupt it.
 */
import { type RefCallback, useRef, useState } from 'react';

interface Props {
  /** First address of the file. Another clip needs another `key`. */
  src: string;
  poster?: string | null;
  label: string;
  className: string;
  /** Fetches a new address; undefined if the clip is gone. */
  renew: () => Promise<string | null | undefined>;
  onEnded?: () => void;
  ref?: RefCallback<HTMLVideoElement>;
}

export function ClipPlayer({ src, poster, label, className, renew, onEnded, ref }: Props) {
  const [address, setAddress] = useState(src);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const resume = useRef<{ at: number; plays: boolean }>(undefined);
  const renewAddress = async (video: HTMLVideoElement) => {
    // A failure this soon after a renewal has another cause.
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
      autoPlay
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
        // Browsers that require a gesture reject the call; the user sees the controls.
        if (plays) video.play().catch(() => undefined);
      }}
    />
  );
}

/** Milliseconds after a renewal in which another failure does not lead to a second renewal. */
const renewalPauseMs = 10_000;
