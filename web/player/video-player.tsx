/**
 * The player itself: media-chrome's controls over hls.js. Heavy, so pages reach it through `player.tsx`. The address is
 * read once and again on a retry: a page may get fresh tokens meanwhile without disturbing what plays.
 */
import './player.css';
import './labels.ts';
import {
  MediaAirplayButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaLoadingIndicator,
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
import { type ComponentRef, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { attachHls, type HlsCallbacks, type PlayerProblem, type Renditions } from './attach-hls.ts';
import { attachLive } from './attach-live.ts';
import { CastButton, useCast } from './cast-button.tsx';
import type { PlayerProps } from './player-props.ts';
import { completeCues } from './preview-pictures.ts';
import { ProblemDialog } from './problem-dialog.tsx';
import { SeekMarks } from './seek-marks.tsx';
import { SettingsButton, SettingsPanel } from './settings-menu.tsx';
import { useMediaSession } from './use-media-session.ts';

export function VideoPlayer({
  url,
  title,
  poster,
  live = false,
  startAt = -1,
  marks = [],
  thumbnails,
  renew,
  conflict,
  onRetry,
  onTakeOver,
  onEnded,
  media,
}: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  // Where the next attempt starts: a retry goes on where the picture stopped.
  const [attempt, setAttempt] = useState({ count: 0, url, startAt });
  const [problem, setProblem] = useState<PlayerProblem>();
  const [failedRequest, setFailedRequest] = useState<string>();
  const [dialogClosed, setDialogClosed] = useState(false);
  const [interrupted, setInterrupted] = useState(false);
  const [started, setStarted] = useState(false);
  const [muted, setMuted] = useState(false);
  const [duration, setDuration] = useState(0);
  const [renditions, setRenditions] = useState<Renditions>();
  const [settingsOpen, setSettingsOpen] = useState(false);
  const closeSettings = useCallback(() => setSettingsOpen(false), []);
  const frame = useRef<HTMLDivElement>(null);
  const controller = useRef<ComponentRef<typeof MediaController>>(null);
  const latestRenew = useRef(renew);
  latestRenew.current = renew;
  useMediaSession(video, { title, poster, live });
  const tv = useCast(video, started);

  // A problem ends this attempt; the next one is made by hand.
  const stopped = problem !== undefined;

  useEffect(() => {
    const element = controller.current;
    if (!element || !frame.current) return;
    // The whole frame, so that what lies over the picture is there in full screen too.
    element.fullscreenElement = frame.current;
    for (const arrow of ['up', 'down']) element.setAttribute(`keyboard${arrow}volumestep`, '0.1');
  }, []);

  useEffect(() => {
    if (conflict) setProblem('conflict');
  }, [conflict]);

  useEffect(() => {
    const element = video.current;
    if (!element || stopped) return;
    const callbacks: HlsCallbacks = {
      onProblem: (found, requestId) => {
        setProblem(found);
        setFailedRequest(requestId);
      },
      onInterrupted: setInterrupted,
      onRenditions: setRenditions,
      renew: () => latestRenew.current(),
    };
    return live
      ? attachLive(element, attempt.url, callbacks)
      : attachHls(element, { url: attempt.url, live, startAt: attempt.startAt }, callbacks);
  }, [attempt, live, stopped]);

  async function retry(before: () => Promise<void> | void) {
    await before();
    const fresh = await renew().catch(() => undefined);
    const goOnAt = live ? -1 : (video.current?.currentTime ?? -1);
    setProblem(undefined);
    setDialogClosed(false);
    setInterrupted(false);
    setAttempt((last) => ({ count: last.count + 1, url: fresh ?? last.url, startAt: goOnAt }));
  }

  return (
    <div ref={frame} className="player-frame">
      <MediaController
        ref={controller}
        className="player"
        lang="es"
        // Its list of keys is in English; ours is in the settings.
        hotkeys="noshift+/"
        defaultStreamType={live ? 'live' : 'on-demand'}
        aria-label={`Reproductor: ${title}`}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: matches come without captions */}
        <video
          ref={(element) => {
            video.current = element;
            if (media) media.current = element;
          }}
          is="castable-video"
          slot="media"
          playsInline
          crossOrigin="anonymous"
          onPlaying={() => setStarted(true)}
          onDurationChange={(event) => setDuration(event.currentTarget.duration)}
          onVolumeChange={(event) => setMuted(event.currentTarget.muted)}
          onEnded={onEnded}
        >
          {/* After the first frame, which it must not delay. */}
          {started && thumbnails && <track kind="metadata" label="thumbnails" src={thumbnails} ref={completeCues} />}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        {!live && (
          <MediaControlBar className="player-seek">
            <MediaTimeRange>
              <MediaPreviewThumbnail slot="preview" />
              <MediaPreviewTimeDisplay slot="preview" />
            </MediaTimeRange>
            <SeekMarks
              marks={marks}
              duration={duration}
              onJump={(seconds) => {
                if (video.current) video.current.currentTime = seconds;
              }}
            />
          </MediaControlBar>
        )}
        <MediaControlBar className="player-buttons">
          <MediaPlayButton />
          {!live && <MediaSeekBackwardButton seekOffset={10} />}
          {!live && <MediaSeekForwardButton seekOffset={10} />}
          <MediaMuteButton />
          <MediaVolumeRange />
          {live ? <MediaLiveButton /> : <MediaTimeDisplay showDuration />}
          <span className="player-spacer" />
          <SettingsButton open={settingsOpen} onToggle={() => setSettingsOpen(!settingsOpen)} />
          <MediaPipButton />
          <MediaAirplayButton />
          {tv.available && (
            <CastButton
              video={video}
              device={tv.device}
              item={async () => ({ url: (await renew().catch(() => undefined)) ?? url, title, poster, live })}
            />
          )}
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>

      {settingsOpen && <SettingsPanel video={video} renditions={renditions} live={live} onClose={closeSettings} />}
      {tv.device && (
        <p role="status" className="player-note">
          Se ve en {tv.device}
        </p>
      )}
      {!started && poster && (
        <img
          src={poster}
          alt=""
          className="pointer-events-none absolute inset-0 size-full rounded-[inherit] object-cover"
        />
      )}
      {!started && !stopped && !interrupted && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-text">
          <Spinner size={48} label="Cargando el video" />
        </div>
      )}
      {started && muted && !stopped && (
        <Button
          size="small"
          className="absolute! top-3 left-3"
          onClick={() => {
            if (video.current) video.current.muted = false;
          }}
        >
          Activar sonido
        </Button>
      )}
      {interrupted && !stopped && (
        <div role="status" className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim">
          <span className="flex items-center gap-3 text-lead font-semibold">
            <Spinner /> Volvemos enseguida
          </span>
        </div>
      )}
      {stopped && dialogClosed && (
        <div className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim">
          <Button icon="refresh" onClick={() => retry(onRetry ?? nothing)}>
            Reintentar
          </Button>
        </div>
      )}
      {problem && !dialogClosed && (
        <ProblemDialog
          problem={problem}
          requestId={failedRequest}
          onClose={() => setDialogClosed(true)}
          onRetry={() => retry(onRetry ?? nothing)}
          onTakeOver={onTakeOver && (() => retry(onTakeOver))}
        />
      )}
    </div>
  );
}

const nothing = () => undefined;
