/** The address of what is watched, to send to somebody; of a recording also from where it stands now. */
import { type RefObject, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';

export function ShareButton({ title, media }: { title: string; media?: RefObject<HTMLVideoElement | null> }) {
  /** Seconds when the dialog was opened. */
  const [at, setAt] = useState<number>();
  return (
    <>
      <Button kind="secondary" onClick={() => setAt(Math.floor(media?.current?.currentTime ?? 0))}>
        <Icon name="share" size={18} />
        Compartir
      </Button>
      {at !== undefined && <ShareDialog title={title} at={at} onClose={() => setAt(undefined)} />}
    </>
  );
}

/** The second that an address asks for by `?t=`. */
export function sharedStart(given: string | null): number | undefined {
  const seconds = Number(given);
  return given && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function ShareDialog({ title, at, onClose }: { title: string; at: number; onClose: () => void }) {
  const [fromHere, setFromHere] = useState(false);
  const address = `${location.origin}${location.pathname}${fromHere ? `?t=${at}` : ''}`;
  return (
    <Dialog
      title="Compartir"
      onClose={onClose}
      actions={
        'share' in navigator && (
          // Closing the system's list without a choice is no failure.
          <Button onClick={() => navigator.share({ title, url: address }).catch(() => undefined)}>Enviar</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Enlace" value={address} />
        {at > 0 && (
          <Checkbox
            label={`Empezar en ${formatDuration(at)}`}
            checked={fromHere}
            onChange={(event) => setFromHere(event.target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}
