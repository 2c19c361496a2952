/** Deletes an item after a confirmation, shows the result and goes to the list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DangerZone } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';

export function DeleteItem({
  name,
  button,
  text,
  send,
  success,
  failure,
  list,
  gone,
  stale,
  isRecoverable = false,
  children,
}: {
  name: string;
  button: string;
  /** The consequences, shown beside the button. */
  text: string;
  send: () => Promise<unknown>;
  success: string;
  failure: string;
  /** Where to navigate afterwards. */
  list: string;
  /** Query keys of the item and of the lists that show it. */
  gone: string;
  stale: string;
  /** True if an admin can recover it for 14 days. */
  isRecoverable?: boolean;
  /** Additional information in the confirmation. */
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.success(success);
      queries.removeQueries({ queryKey: [gone] });
      queries.invalidateQueries({ queryKey: [stale] });
      navigate(list);
    },
    onError: (error) => toast.error(errorText(error, failure)),
    onSettled: () => setAsking(false),
  });
  return (
    <DangerZone text={text}>
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        {button}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`¿Eliminar «${name}»?`}
          busy={deletion.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deletion.mutate()}
        >
          <p>
            {isRecoverable
              ? 'Durante 14 días podrás recuperarlo en «Eliminados».'
              : 'Esta acción no se puede deshacer.'}
          </p>
          {children}
        </ConfirmDialog>
      )}
    </DangerZone>
  );
}
