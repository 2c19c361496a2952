import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { DeletedItemsList } from './deleted-items-list.tsx';
import type { DeletedKind } from './queries.ts';

/**
 * 'Eliminados': shows deleted items of the given kinds, which an admin can recover. The first kind is the page's own.
 */
export function DeletedItemsButton({ kinds }: { kinds: readonly [DeletedKind, ...DeletedKind[]] }) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<DeletedKind>(kinds[0]);
  const choices = kinds.map((value) => ({ value, label: kindNames[value] }));
  return (
    <>
      <Button kind="secondary" icon="trash" onClick={() => setOpen(true)}>
        Eliminados
      </Button>
      {open && (
        <Dialog title="Eliminados" wide onClose={() => setOpen(false)}>
          {kinds.length > 1 && (
            <div className="mb-3">
              <Tabs
                label="Qué se eliminó"
                choices={choices}
                value={kind}
                onChange={(value) => setKind(kinds.find((each) => each === value) ?? kinds[0])}
              />
            </div>
          )}
          <DeletedItemsList key={kind} kind={kind} />
        </Dialog>
      )}
    </>
  );
}

const kindNames: Record<DeletedKind, string> = { events: 'Partidos', vods: 'Videos', content: 'Contenido' };
