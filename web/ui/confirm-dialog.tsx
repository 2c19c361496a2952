/** Confirms a destructive action; the button to cancel has the focus first. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export function ConfirmDialog({
  title,
  children,
  confirm = 'Borrar',
  cancel = 'Mejor no',
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  children: ReactNode;
  confirm?: string;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button kind="secondary" onClick={onCancel} data-focus>
            {cancel}
          </Button>
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
