/** Overlays while nothing plays: the poster with a spinner, an interruption, or a stopped player. */
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { WidePicture } from '../ui/wide-picture.tsx';

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
