/** Items that one network or mailbox hides undecided, which an admin shows again together. */
import { useState } from 'react';
import type { Matter } from '../../../../shared/contract/matters.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { MatterActing } from './queries.ts';

export function SameOrigin({ matters, action }: { matters: Matter['sameOrigin']; action: MatterActing }) {
  const [isAsking, setAsking] = useState(false);
  const count = matters.length;
  return (
    <section className="flex flex-col items-start gap-3 rounded-sm border border-danger p-4">
      <p className="font-semibold">{`La misma red o el mismo email ha ocultado ${count} partidos o videos en un día.`}</p>
      <p className="text-small text-muted">
        Pueden ser varias familias de un club. Si es un abuso, muéstralos de nuevo: las denuncias siguen sin responder.
      </p>
      <Button kind="secondary" busy={action.isPending} onClick={() => setAsking(true)}>
        {`Deshacer los ${count} de esta red`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`¿Mostrar de nuevo estos ${count}?`}
          confirm={`Mostrar los ${count}`}
          busy={action.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            action.mutate({ do: 'release', matters: matters.map(({ id }) => id) });
          }}
        >
          <p>Volverán a verse si ninguna otra denuncia los oculta. Las {count} denuncias siguen en la lista.</p>
          <ul className="mt-3 list-disc pl-5">
            {matters.map(({ id, number, title }) => (
              <li key={id} className="wrap-anywhere">
                {title} <span className="whitespace-nowrap">({number})</span>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}
