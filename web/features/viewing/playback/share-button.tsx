import { type RefObject, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

const load = () => import('./share-dialog.tsx');
const ShareDialog = lazyPart(async () => (await load()).ShareDialog);

export function ShareButton({ title, media }: { title: string; media?: RefObject<HTMLVideoElement | null> }) {
  /** Second of the video at which the dialog was opened; undefined while it is closed. */
  const [at, setAt] = useState<number>();
  return (
    <>
      <Button
        kind="secondary"
        onPointerEnter={load}
        onClick={() => setAt(Math.floor(media?.current?.currentTime ?? 0))}
      >
        <Icon name="share" size={18} />
        Compartir
      </Button>
      {at !== undefined && <ShareDialog title={title} at={at} onClose={() => setAt(undefined)} />}
    </>
  );
}
