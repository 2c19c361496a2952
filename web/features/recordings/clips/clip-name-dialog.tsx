/** Renames a clip, which also renames its page, shared links and file. */
import { type FormEvent, useId, useState } from 'react';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

export function ClipNameDialog({
  title: current,
  busy,
  onSave,
  onClose,
}: {
  title: string;
  busy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}) {
  const form = useId();
  const [title, setTitle] = useState(current);
  const isEmpty = isBlank(title);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onSave(title.trim());
  };
  return (
    <Dialog
      title="Cambiar el nombre"
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} busy={busy} disabled={isEmpty}>
            Guardar
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextInput
          label="Título"
          required
          maxLength={200}
          autoComplete="off"
          value={title}
          error={isEmpty ? 'El título es requerido' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
