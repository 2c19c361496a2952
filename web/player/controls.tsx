/** The bars below the picture, of media-chrome's parts, and on a touch screen the large buttons in its middle. */
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
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { seekStep } from './commands.ts';
import { SeekMarks, type SeekMarksProps } from './seek-marks.tsx';

export function SeekBar(marks: SeekMarksProps) {
  return (
    <MediaControlBar className="player-seek">
      <MediaTimeRange>
        <MediaPreviewThumbnail slot="preview" />
        <MediaPreviewTimeDisplay slot="preview" />
      </MediaTimeRange>
      <SeekMarks {...marks} />
    </MediaControlBar>
  );
}

/** For thumbs, which keys and the small buttons of the bar are not made for. */
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
  /** Of a live that can be wound back. */
  liveButtons: ReactNode;
  /** To the next moment or the one before; left out where there are none. */
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
