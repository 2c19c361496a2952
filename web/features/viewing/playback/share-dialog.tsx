/** Shares the page's address, optionally with a start time, and its picture. */
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SharePicture } from './share-picture.tsx';

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
