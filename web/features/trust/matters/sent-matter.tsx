/** Number and deadline of a matter, shown after its form was sent. */
import { formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import type { Sent } from './use-matter-form.ts';

export function SentMatter({ sent: { number, deadline, isHidden } }: { sent: Sent }) {
  return (
    <section
      // Takes the focus from the form, which is gone.
      ref={(section) => section?.focus()}
      tabIndex={-1}
      role="status"
      className="flex flex-col items-start gap-3 rounded-md border border-line bg-surface p-5"
    >
      <h2 className="text-lead font-semibold">Hemos recibido tu aviso</h2>
      <p>
        Su número es <strong className="tabular-nums">{number}</strong>. Te hemos enviado un correo para que puedas
        seguirlo.
      </p>
      {isHidden && <p className="font-semibold">Ya está oculto: nadie más puede abrirlo mientras lo revisamos.</p>}
      <p className="text-muted">{`Lo revisará una persona y te contestaremos con los motivos antes del ${formatLongDate(deadline)}.`}</p>
      <LinkButton to={paths.home} kind="secondary">
        Ir al inicio
      </LinkButton>
    </section>
  );
}
