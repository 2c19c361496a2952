/** The moments of a recording; a click seeks to one. */
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { MomentSteps, MomentStills, type VodMoment } from './vod-moments-list.tsx';

export function VodMoments({
  moments,
  thumbnailsUrl,
  media,
  onJump,
  onReveal,
}: {
  moments: readonly VodMoment[];
  /** WebVTT with the recording's preview pictures. */
  thumbnailsUrl: string | undefined;
  media: RefObject<HTMLVideoElement | null>;
  onJump: (seconds: number) => void;
  /** Reveals the moments, which could spoil a hidden result; omitted if nothing is hidden. */
  onReveal?: (() => void) | undefined;
}) {
  if (onReveal) {
    return (
      <section aria-labelledby="momentos" className="flex flex-col items-start gap-3">
        <h2 id="momentos" className="text-lead">
          Momentos
        </h2>
        <p className="text-muted">Has ocultado los resultados, y los momentos podrían contarte cómo acaba.</p>
        <Button kind="secondary" onClick={onReveal}>
          Mostrar momentos
        </Button>
      </section>
    );
  }
  if (moments.length === 0) return null;
  return (
    <section aria-labelledby="momentos" className="@container">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="momentos" className="text-lead">
          Momentos
        </h2>
        <MomentSteps moments={moments} media={media} onJump={onJump} />
      </div>
      <MomentStills moments={moments} thumbnailsUrl={thumbnailsUrl} onJump={onJump} />
    </section>
  );
}
