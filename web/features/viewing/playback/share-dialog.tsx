/** Shares the page's address, optionally with a start time, and its picture. */
import { useState } from 'react';
import { sharePicture } from '../../../../shared/domain/share-picture.ts';
import { toApiAddress } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { areResultsHidden } from '../../../lib/results-visibility.ts';
import { saveFile, toFileName } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toaster.tsx';

export function ShareDialog({ title, at, onClose }: { title: string; at: number; onClose: () => void }) {
  const [fromHere, setFromHere] = useState(false);
  const address = `${location.origin}${location.pathname}${fromHere ? `?t=${at}` : ''}`;
  return (
    <Dialog
      title="Compartir"
      onClose={onClose}
      actions={
        'share' in navigator && (
          // Closing the share sheet rejects the promise.
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
        <SharePicture title={title} />
      </div>
    </Dialog>
  );
}

/**
 * The upright picture of a page: phones share it, other devices download it. Items that are not public have none. While
 * results are hidden it has no preview, because it may show one.
 */
export function SharePicture({ title }: { title: string }) {
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  // Any name will do, such as 'actual': the API redirects to the current picture.
  const address = toApiAddress(`/${sharePicture(location.pathname, 'actual', 'upright')}`);
  const canSend = canSendFiles();
  if (isMissing) return null;

  async function take() {
    setBusy(true);
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`Share picture: HTTP ${answer.status}`);
      const picture = new File([await answer.blob()], toFileName(title, 'jpg'), { type: 'image/jpeg' });
      if (canSend) await send(picture);
      else saveFile(picture, picture.name);
    } catch {
      toast.error('No se ha podido preparar la imagen. Vuelve a intentarlo.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="share-picture" className="flex items-center gap-4 border-t border-line pt-4">
      {!areResultsHidden() && (
        <img
          src={address}
          crossOrigin="anonymous"
          alt=""
          width={96}
          height={120}
          className="rounded-md bg-raised"
          onError={() => setMissing(true)}
        />
      )}
      <div className="flex flex-col items-start gap-2">
        <h3 id="share-picture" className="text-body font-semibold text-text">
          Imagen para redes
        </h3>
        <p className="text-small">En vertical, lista para publicarla o enviarla al grupo del equipo.</p>
        <Button kind="secondary" size="small" icon="image" busy={busy} onClick={take}>
          {canSend ? 'Enviar imagen' : 'Descargar imagen'}
        </Button>
      </div>
    </section>
  );
}

/** Returns true on phones and tablets that can share files; on desktops, a download is more useful. */
const canSendFiles = () =>
  matchMedia('(pointer: coarse)').matches &&
  Boolean(navigator.canShare?.({ files: [new File([], 'imagen.jpg', { type: 'image/jpeg' })] }));

/**
 * Opens the share sheet, whose closing is not an error. Downloads the file instead if the user's tap is too long ago
 * for the browser to allow sharing.
 */
async function send(picture: File): Promise<void> {
  try {
    await navigator.share({ files: [picture] });
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) saveFile(picture, picture.name);
  }
}
