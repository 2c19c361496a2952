/** The player: media-chrome's controls over hls.js. Pages load it through `player.tsx`, because it is large. */
import './player.css';
import './controls.tsx';
import { MediaController, MediaLoadingIndicator } from 'media-chrome/react';
import { type ComponentRef, lazy, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { isBoolean, useStored } from '../lib/use-stored.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from './commands.ts';
import { ButtonBar, CastButton, completeCues, SeekBar, TouchButtons, useCast } from './controls.tsx';
import {
  CommandFeedback,
  DelayOverlay,
  InterruptionOverlay,
  PosterOverlay,
  ProblemDialog,
  StoppedOverlay,
} from './overlays.tsx';
import type { PlayerProps, Playhead } from './player-props.ts';
import { useReachedMarks } from './seek-marks.tsx';
import { SettingsButton, SettingsPanel } from './settings-menu.tsx';
import { useDelayedLive } from './use-delayed-live.ts';
import { useGestures, useKeys, useMediaSession, useOrientationLock } from './use-input.ts';
import { useLiveRewind } from './use-live-rewind.ts';
import { useQualityMeter, useSource } from './use-source.ts';
import { useWithdrawnLive, WithdrawnNotice } from './withdrawn.tsx';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));
const liveBar = () => import('./live-bar.tsx');
const LiveBar = lazy(() => liveBar().then((module) => ({ default: module.LiveBar })));
const LiveButtons = lazy(() => liveBar().then((module) => ({ default: module.LiveButtons })));

/** `openedAt`: time at which the page first asked for the player, before this code had loaded. */
export function VideoPlayer({ openedAt, ...props }: PlayerProps & { openedAt: number }) {
  const {
    url,
    title,
    poster,
    live = false,
    file = false,
    loop = false,
    delayed,
    thumbnails,
    renew,
    onEnded,
    media,
    playhead,
    scoreboard,
    afterEnd,
    withdrawnAt,
  } = props;
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const controller = useRef<ComponentRef<typeof MediaController>>(null);
  const [dialogClosed, setDialogClosed] = useState(false);
  // The controls follow the video, because their 30 elements need 300 ms on a slow phone.
  const [controls, setControls] = useState(false);
  useEffect(() => startTransition(() => setControls(true)), []);
  const [started, setStarted] = useState(false);
  const [ended, setEnded] = useState(false);
  const [muted, setMuted] = useState(false);
  const [duration, setDuration] = useState(0);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const closeSettings = useCallback(() => setSettingsOpen(false), []);
  const meter = useQualityMeter(video, props, openedAt);
  const source = useSource(video, props, meter);
  const { failure, isStopped, isInterrupted, renditions, date, cues, retry, takeOver } = source;
  const seekToLive = () => {
    controller.current?.dispatchEvent(new CustomEvent('mediaseektoliverequest', { composed: true, bubbles: true }));
  };
  const jump = useRef((seconds: number) => {
    if (video.current) video.current.currentTime = source.toKeyFrame(seconds);
  }).current;
  const delay = useDelayedLive(video, props, source, meter);
  const rewind = useLiveRewind(video, live ? props.fromStart : undefined, source, seekToLive, delay.edge);
  const availableRewind = delay.isAwaited ? undefined : rewind;
  const marks = useReachedMarks(props.marks ?? none, delay.edge && availableRewind?.getPosition);
  const withdrawn = live ? props.fromStart?.withdrawn : undefined;
  useWithdrawnLive(video, withdrawn, source, availableRewind);
  const edgeOnly = live && !availableRewind;
  const latest = useLatest({ isRewound: source.isRewound, availableRewind });
  const position = useRef<Playhead>({
    seconds: () => video.current?.currentTime ?? 0,
    date,
    cues,
    isRewound: () => latest.current.isRewound,
    seek: (seconds) => {
      if (latest.current.availableRewind) latest.current.availableRewind.seekTo(seconds);
      else if (video.current) video.current.currentTime = seconds;
    },
  }).current;
  const [boardShown, showBoard] = useStored('scoreboard', true, isBoolean);
  const { run, shown, help, closeHelp } = useCommands({ video, controller, marks, rewind: availableRewind });
  useKeys(video, edgeOnly, run);
  useGestures(frame, edgeOnly, run);
  useMediaSession(video, { title, poster, live, hasMoments: marks.length > 0, run });
  useOrientationLock(frame, video);
  const tv = useCast(video, started);

  useEffect(() => {
    if (!playhead || !started) return;
    playhead.current = position;
    return () => {
      playhead.current = undefined;
    };
  }, [playhead, position, started]);
  useEffect(() => {
    const element = controller.current;
    // The whole frame goes full screen, so that overlays stay visible.
    if (element && frame.current) element.fullscreenElement = frame.current;
  }, []);
  // A closed dialog stays closed until the failure is over.
  useEffect(() => {
    if (!failure) setDialogClosed(false);
  }, [failure]);

  return (
    <div ref={frame} className="player-frame">
      <MediaController
        ref={controller}
        className="player"
        lang="es"
        noHotkeys
        // A live that can be rewound resumes where it was paused.
        noAutoSeekToLive={availableRewind !== undefined}
        defaultStreamType={live ? 'live' : 'on-demand'}
        aria-label={`Reproductor: ${title}`}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: matches have no captions */}
        <video
          ref={(element) => {
            video.current = element;
            if (media) media.current = element;
          }}
          is="castable-video"
          slot="media"
          playsInline
          loop={loop}
          crossOrigin="anonymous"
          onPlaying={() => {
            setStarted(true);
            setEnded(false);
          }}
          onSeeking={() => setEnded(false)}
          onDurationChange={(event) => setDuration(event.currentTarget.duration)}
          onVolumeChange={(event) => setMuted(event.currentTarget.muted)}
          onEnded={() => {
            // Playback at a live's edge asks the page for an address until the live is over or back.
            if (live && !source.isRewound) return;
            setEnded(true);
            onEnded?.();
          }}
        >
          {/* Loads after the first frame, so as not to delay it. */}
          {started && thumbnails && <track kind="metadata" label="thumbnails" src={thumbnails} ref={completeCues} />}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        {controls && (
          <>
            <TouchButtons live={live} />
            {!live && <SeekBar marks={marks} duration={duration} onJump={jump} />}
            {availableRewind && (
              <Suspense fallback={null}>
                <LiveBar rewind={availableRewind} marks={marks} />
              </Suspense>
            )}
            <ButtonBar
              live={live}
              liveButtons={
                availableRewind && (
                  <Suspense fallback={null}>
                    <LiveButtons rewind={availableRewind} />
                  </Suspense>
                )
              }
              onMoment={marks.length > 0 ? (by) => run({ do: 'moment', by }) : undefined}
            >
              <SettingsButton open={settingsOpen} onToggle={() => setSettingsOpen(!settingsOpen)} />
              {tv.available && (
                <CastButton
                  video={video}
                  device={tv.device}
                  item={async () => ({ url: (await renew().catch(() => undefined)) ?? url, title, poster, live })}
                />
              )}
            </ButtonBar>
          </>
        )}
      </MediaController>

      {scoreboard && boardShown && started && <div className="player-board">{scoreboard(position)}</div>}
      <CommandFeedback shown={shown} />
      {(withdrawnAt || withdrawn) && started && (
        <WithdrawnNotice video={video} at={withdrawnAt} ranges={withdrawn} date={date} />
      )}
      {settingsOpen && (
        <SettingsPanel
          video={video}
          renditions={renditions}
          live={live}
          board={scoreboard && { shown: boardShown, show: showBoard }}
          onKeys={() => run({ do: 'help' })}
          onClose={closeSettings}
        />
      )}
      {tv.device && (
        <p role="status" className="player-note">
          Se ve en {tv.device}
        </p>
      )}
      {!started && <PosterOverlay poster={poster} isWaiting={!isStopped && !isInterrupted} />}
      {delayed && delay.isAwaited && <DelayOverlay startedAt={delayed.startedAt} />}
      {started && muted && !isStopped && (
        <Button
          size="small"
          // Clips have their club's crest in the other corner.
          className={`absolute! top-3 ${file ? 'left-3' : 'right-3'}`}
          onClick={() => {
            if (video.current) video.current.muted = false;
          }}
        >
          Activar sonido
        </Button>
      )}
      {ended && afterEnd}
      {(isInterrupted || delay.isStarved) && <InterruptionOverlay />}
      {isStopped && dialogClosed && <StoppedOverlay onRetry={retry} />}
      {failure && !dialogClosed && (
        <ProblemDialog {...failure} onClose={() => setDialogClosed(true)} onRetry={retry} onTakeOver={takeOver} />
      )}
      {help && (
        <Suspense fallback={null}>
          <KeysDialog live={edgeOnly} onClose={closeHelp} />
        </Suspense>
      )}
    </div>
  );
}

const none: never[] = [];
