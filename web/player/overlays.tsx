/** Overlays of the picture: the poster, the wait for a delayed live, an interruption, a stopped player, a command's effect. */
import { useState } from 'react';
import { liveDelayMs } from '../../shared/domain/limits.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { WidePicture } from '../ui/wide-picture.tsx';
import type { Feedback } from './commands.ts';
import type { PlayerProblem } from './playback-state.ts';

export function PosterOverlay({ poster, isWaiting }: { poster: string | null | undefined; isWaiting: boolean }) {
  return (
    <>
      {poster && (
        <WidePicture
          src={poster}
          alt=""
          className="pointer-events-none absolute inset-0 size-full rounded-[inherit] object-cover"
        />
      )}
      {isWaiting && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-text">
          <Spinner size={48} label="Cargando el video" />
        </div>
      )}
    </>
  );
}

export function InterruptionOverlay() {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim">
      <span className="flex items-center gap-3 text-lead font-semibold">
        <Spinner /> Volvemos enseguida
      </span>
    </div>
  );
}

export function StoppedOverlay({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim">
      <Button icon="refresh" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}

/** Briefly shows what a key or a double tap did. */
export function CommandFeedback({ shown: feedback }: { shown: Feedback | undefined }) {
  if (!feedback) return null;
  return (
    <div key={feedback.id} aria-hidden="true" className="player-step" data-side={feedback.side}>
      <span>{feedback.text}</span>
    </div>
  );
}

const tickMs = 1_000;
/** The count moves in steps, because the page looks for the recording only every few seconds. */
const stepSeconds = 5;

/** Covers the poster of a delayed live until its first picture, with a countdown. */
export function DelayOverlay({ startedAt }: { startedAt: string }) {
  const left = countSeconds(startedAt, useNow(tickMs));
  return (
    <div className="absolute inset-0 grid place-items-center rounded-[inherit] bg-scrim p-4 text-center">
      <div className="flex flex-col items-center gap-3">
        <Spinner />
        <p role="status" className="max-w-[34ch] text-body font-semibold text-balance sm:text-lead">
          La imagen llega con cerca de un minuto de retraso
        </p>
        <p className="text-small text-muted tabular-nums">
          {left > 0 ? `Empieza en unos ${left} segundos` : 'Empieza enseguida'}
        </p>
      </div>
    </div>
  );
}

function countSeconds(startedAt: string, now: number): number {
  const left = (Date.parse(startedAt) + liveDelayMs - now) / 1000;
  return Math.min(liveDelayMs / 1000, Math.max(0, stepSeconds * Math.round(left / stepSeconds)));
}

interface Props {
  problem: PlayerProblem;
  requestId?: string | undefined;
  onClose: () => void;
  onRetry: () => Promise<void>;
  onTakeOver?: () => Promise<void>;
}

/** Explains why the video does not play, and what to do about it. */
export function ProblemDialog({ problem, requestId, onClose, onRetry, onTakeOver }: Props) {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => () => {
    setBusy(true);
    work().finally(() => setBusy(false));
  };
  return (
    <Dialog
      title="Error al cargar el video"
      onClose={onClose}
      actions={
        <>
          {problem === 'conflict' && onTakeOver && (
            <Button disabled={busy} onClick={run(onTakeOver)}>
              Ver aquí
            </Button>
          )}
          <Button
            kind={problem === 'conflict' && onTakeOver ? 'secondary' : 'primary'}
            busy={busy}
            onClick={run(onRetry)}
          >
            Reintentar
          </Button>
        </>
      }
    >
      <FailureText text={{ markup: texts[problem], reference: requestId }} />
    </Dialog>
  );
}

const texts: Record<PlayerProblem, string> = {
  conflict:
    'Estás viendo un video o un directo en otro dispositivo. Por favor, cierra la sesión en ese dispositivo y vuelve a intentarlo.',
  load: 'Comprueba tu conexión y vuelve a intentarlo en unos segundos.',
};
