/** The control bars, built from media-chrome's elements, the large buttons of touch screens, and the Chromecast button. */
import 'media-chrome/dist/lang/es.js';
import { Es } from 'media-chrome/dist/lang/es.js';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';
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
import { type ComponentRef, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { CastState } from './cast-video.ts';
import { seekStep } from './commands.ts';
import { SeekMarks, type SeekMarksProps } from './seek-marks.tsx';

// Spanish labels that replace or complete those of media-chrome.
addTranslation('es', {
  ...Es,
  live: 'DIRECTO',
  'seek to live': 'volver al directo',
  'playing live': 'en directo',
  Auto: 'Automática',
  Settings: 'Ajustes',
  settings: 'ajustes',
  'Playback rate': 'Velocidad',
});

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

interface ButtonBarProps {
  live: boolean;
  liveButtons: ReactNode;
  /** Goes to the next or previous moment; undefined if there are none. */
  onMoment: ((by: 1 | -1) => void) | undefined;
  children: ReactNode;
}

export function ButtonBar({ live, liveButtons, onMoment, children }: ButtonBarProps) {
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

const load = () => import('./cast-video.ts');

/** Loads the Cast script, in Chromium browsers only. */
export function useCast(video: RefObject<HTMLVideoElement | null>, started: boolean): CastState {
  const [state, setState] = useState<CastState>({ available: false, device: undefined });
  useEffect(() => {
    const element = video.current;
    if (!element || !started || !('chrome' in globalThis)) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    load()
      .then(({ watchCast }) => {
        if (!isUnmounted) stop = watchCast(element, setState);
      })
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [video, started]);
  return state;
}

interface CastButtonProps {
  video: RefObject<HTMLVideoElement | null>;
  device: string | undefined;
  /** Returns what the television will play, with an address that stays valid for hours. */
  item: () => Promise<Parameters<Awaited<ReturnType<typeof load>>['cast']>[1]>;
}

/** The Chromecast button, shown while a device is available. */
export function CastButton({ video, device, item }: CastButtonProps) {
  async function choose() {
    const [{ cast }, current] = await Promise.all([load(), item()]);
    // Closing the list of devices rejects the promise.
    if (video.current) await cast(video.current, current).catch(() => undefined);
  }
  return (
    <button
      type="button"
      className="player-button"
      aria-pressed={device !== undefined}
      aria-label="Ver en la tele con Chromecast"
      onClick={choose}
    >
      <Icon name="cast" size={24} />
    </button>
  );
}

/**
 * Completes the cues of the preview pictures. media-chrome expects each cue to name a rectangle of a sprite sheet, but
 * our pictures are single files: adds the rectangle of the whole picture, of the first file's size.
 */
export function completeCues(track: HTMLTrackElement | null): void {
  if (!track) return;
  // React has no load event for tracks, and a track loads only once its mode asks for it.
  track.addEventListener('load', () => complete(track));
  track.track.mode = 'hidden';
}

function complete(track: HTMLTrackElement): void {
  const cues = [...(track.track.cues ?? [])] as VTTCue[];
  const first = cues[0];
  if (!first) return;
  const addresses = cues.map((cue) => cue.text.split('#')[0]);
  const frame = (width: number, height: number) => {
    for (const [index, cue] of cues.entries()) cue.text = `${addresses[index]}#xywh=0,0,${width},${height}`;
  };
  // A placeholder size: media-chrome fails on a cue without a rectangle.
  frame(160, 90);
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.onload = () => frame(picture.naturalWidth, picture.naturalHeight);
  picture.src = new URL(addresses[0] ?? '', track.src).href;
}
