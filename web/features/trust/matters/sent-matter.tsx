/** Number and deadline of a matter, shown after its form was sent, and the button that hides what is still in view. */
import { useMutation } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { HideNow } from './hide-now.tsx';
import type { MatterKind, MatterReceipt } from './use-matter-form.ts';

export function SentMatter({ sent, kind }: { sent: MatterReceipt; kind: MatterKind }) {
  const { number, deadline, token, isFound } = sent;
  const hide = useMutation({
    mutationFn: async () => (await api('POST /public/matters/hide', { body: { token } })).data.matter,
  });
  const { isHidden, canHide } = hide.data ?? sent;
  return (
    <section
      // Takes the focus from the form, which is gone.
      ref={(section) => section?.focus()}
      tabIndex={-1}
      role="status"
      className="flex flex-col items-start gap-3 rounded-md border border-line bg-surface p-5"
    >
      <h2 className="mt-0! text-lead font-semibold">Hemos recibido tu aviso</h2>
      <p>
        Su número es <strong className="tabular-nums">{number}</strong>. Te enviamos un email para que puedas seguirlo.
      </p>
      {isHidden && (
        <p className="font-semibold text-text!">Ya está oculto: nadie más puede abrirlo mientras lo revisamos.</p>
      )}
      {canHide && (
        <HideNow
          busy={hide.isPending}
          error={hide.isError ? errorText(hide.error) : undefined}
          onHide={() => hide.mutate()}
        />
      )}
      {!isHidden && !canHide && kind === 'OBJECTION' && (
        <p className="font-semibold text-text!">
          {isFound
            ? 'Sigue a la vista hasta que lo revise una persona.'
            : 'Sigue a la vista: todavía no sabemos qué video es. Lo estamos buscando.'}
        </p>
      )}
      <p className="text-muted">{`Lo revisará una persona y te contestaremos con los motivos antes del ${formatLongDate(deadline)}.`}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`${paths.followMatter}#${token}`} kind="secondary">
          Seguir mi aviso
        </LinkButton>
        <LinkButton to={paths.home} kind="quiet">
          Ir al inicio
        </LinkButton>
      </div>
    </section>
  );
}
