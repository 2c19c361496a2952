/** 'Eliminados': opens the deleted videos of a list, which an admin can recover. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DeletedVideosList } from './deleted-videos-list.tsx';
import type { DeletedKind } from './queries.ts';

export function DeletedVideosButton({ kind }: { kind: DeletedKind }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" icon="trash" onClick={() => setOpen(true)}>
        Eliminados
      </Button>
      {open && (
        <Dialog title="Eliminados" wide onClose={() => setOpen(false)}>
          <DeletedVideosList kind={kind} />
        </Dialog>
      )}
    </>
  );
}
