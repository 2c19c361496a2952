/** The control bars, built from media-chrome's elements, and the large buttons of touch screens. */
import {
  MediaAirplayButton,
  MediaControlBar,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { seekStep } from './commands.ts';
import { SeekMarks, type SeekMarksProps } from './seek-marks.tsx';

export function SeekBar(marks: SeekMarksProps) {
  const { onJump } = marks;
  const bar = useRef<ComponentRef<typeof MediaControlBar>>(null);
  useEffect(() => {
    const element = bar.current;
    const seek = (event: Event) => {
      // Otherwise media-chrome's controller would seek as well, but to no key frame.
      event.stopPropagation();
      onJump((event as CustomEvent<number>).detail);
    };
    element?.addEventListener('mediaseekrequest', seek);
    return () => element?.removeEventListener('mediaseekrequest', seek);
  }, [onJump]);
  return (
    <MediaControlBar ref={bar} className="player-seek">
      <MediaTimeRange>
        <MediaPreviewThumbnail slot="preview" />
        <MediaPreviewTimeDisplay slot="preview" />
      </MediaTimeRange>
      <SeekMarks {...marks} />
    </MediaControlBar>
  );
}

export function TouchButtons({ live }: { live: boolean }) {
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) return null;
  return (
    <div slot="centered-chrome" className="player-touch">
      {!live && <MediaSeekBackwardButton seekOffset={seekStep} />}
      <MediaPlayButton />
      {!live && <MediaSeekForwardButton seekOffset={seekStep} />}
    </div>
  );
}

export function ButtonBar({
  live,
  liveButtons,
  onMoment,
  children,
}: {
  live: boolean;
  liveButtons: ReactNode;
  /** Goes to the next or previous moment; undefined if there are none. */
  onMoment: ((by: 1 | -1) => void) | undefined;
  children: ReactNode;
}) {
  return (
    <MediaControlBar className="player-buttons">
      <MediaPlayButton />
      {!live && <MediaSeekBackwardButton seekOffset={seekStep} />}
      {!live && <MediaSeekForwardButton seekOffset={seekStep} />}
      {onMoment && (
        <>
          <StepButton icon="previous" label="Jugada anterior" onClick={() => onMoment(-1)} />
          <StepButton icon="next" label="Siguiente jugada" onClick={() => onMoment(1)} />
        </>
      )}
      <MediaMuteButton />
      <MediaVolumeRange />
      {liveButtons ?? (live ? <MediaLiveButton /> : <MediaTimeDisplay showDuration />)}
      <span className="player-spacer" />
      {children}
      <MediaPipButton />
      <MediaAirplayButton />
      <MediaFullscreenButton />
    </MediaControlBar>
  );
}

function StepButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="player-button player-step-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={24} />
    </button>
  );
}
