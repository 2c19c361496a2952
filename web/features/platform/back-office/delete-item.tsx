/** Deletes an item, after a question if that is final, shows the result and goes to the list. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DangerZone } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { undoToast } from '../../../ui/undo-toast.tsx';

/** The same red button asks where an act is final, and acts at once where it can be undone: the text beside it says which. */
export const finalNote = 'Te preguntaremos antes, porque no se puede deshacer.';
const undoableNote = 'Se elimina sin preguntar, y puedes deshacerlo.';

interface Deletion {
  send: () => Promise<unknown>;
  success: string;
  failure: string;
  /** Path that opens afterwards. */
  list: string;
  itemKey: Resource;
  listKey: Resource;
  /** Recovers the item. With it, a deletion asks no question and can be undone. */
  recover?: () => Promise<unknown>;
}

export function useDeletion({ send, success, failure, list, itemKey, listKey, recover }: Deletion) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  async function undo() {
    try {
      await recover?.();
    } catch (error) {
      toast.error(errorText(error, 'No se ha podido recuperar: está en «Eliminados».'));
    }
    await readAgain(queries, [listKey]);
  }
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      if (recover) undoToast(success, undo);
      else toast.success(success);
      queries.removeQueries({ queryKey: [itemKey] });
      readAgain(queries, [listKey]);
      navigate(list);
    },
    onError: (error) => toast.error(errorText(error, failure)),
  });
}

export function DeleteItem({
  name,
  button,
  text,
  note,
  question = 'Esta acción no se puede deshacer.',
  disabled = false,
  children,
  ...rest
}: Deletion & {
  name: string;
  button: string;
  /** The consequences, beside the button. */
  text: string;
  /** Says after the consequences whether the button asks or can be undone. */
  note?: string;
  question?: string;
  disabled?: boolean;
  /** More content of the confirmation. */
  children?: ReactNode;
}) {
  const { recover } = rest;
  const [asking, setAsking] = useState(false);
  const deletion = useDeletion(rest);
  const send = () => deletion.mutate(undefined, { onSettled: () => setAsking(false) });
  return (
    <DangerZone text={`${text} ${note ?? (recover ? undoableNote : finalNote)}`}>
      <Button
        kind="danger"
        icon="trash"
        disabled={disabled}
        busy={recover !== undefined && deletion.isPending}
        onClick={() => (recover ? send() : setAsking(true))}
      >
        {button}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`¿Eliminar «${name}»?`}
          busy={deletion.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={send}
        >
          <p>{question}</p>
          {children}
        </ConfirmDialog>
      )}
    </DangerZone>
  );
}
