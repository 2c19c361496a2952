/** The form of an objection to images of a minor, or of a report; it needs no account. */
import { useState } from 'react';
import { matterReasonTexts } from '../../../../shared/domain/matter-texts.ts';
import { prepareCaptcha } from '../../../lib/captcha.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmailInput, TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { YesNo } from '../../../ui/yes-no.tsx';
import { HideNow } from './hide-now.tsx';
import { PageField } from './page-field.tsx';
import { asksAboutMinor, type MatterKind, type MatterReceipt, useMatterForm } from './use-matter-form.ts';

export function MatterForm({ kind }: { kind: MatterKind }) {
  const { values, errors, phase, failure, sent, set, submit, field } = useMatterForm(kind);
  if (sent) return <SentMatter sent={sent} kind={values.reason === 'MINOR' ? 'OBJECTION' : kind} />;
  const isObjection = kind === 'OBJECTION';
  const busy = phase === 'sending';

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} ref={prepareCaptcha}>
      <PageField value={values.page} error={errors.page} onChange={(page) => set({ page })} />
      <TextInput
        label="Equipo o partido"
        hint="Si no tienes la dirección: equipos, categoría y día."
        autoComplete="off"
        maxLength={300}
        {...field('about')}
      />
      <TextInput
        label="Minuto del video"
        hint="Por ejemplo, 12:34. Si no lo sabes, déjalo vacío."
        autoComplete="off"
        maxLength={9}
        {...field('moment')}
      />
      {isObjection ? (
        <Select label="¿Quién eres?" choices={relationChoices} {...field('relation')} />
      ) : (
        <Select label="Motivo" required placeholder="Elige un motivo" choices={reasonChoices} {...field('reason')} />
      )}
      {asksAboutMinor(values) && (
        <YesNo
          name="minor"
          label="¿Se reconoce a un menor?"
          hint="Por la cara, el nombre, el dorsal o la voz. Si respondes que sí, lo ocultaremos en cuanto envíes este aviso."
          error={errors.minor}
          value={values.minor}
          onChange={(minor) => set({ minor })}
        />
      )}
      <Textarea
        label={isObjection ? '¿Qué se ve y qué nos pides?' : '¿Qué pasa?'}
        hint={isObjection ? 'No hace falta que des el nombre del menor.' : undefined}
        required
        rows={4}
        maxLength={3000}
        {...field('message')}
      />
      <TextInput label="Tu nombre" required autoComplete="name" maxLength={200} {...field('name')} />
      <EmailInput
        label="Tu email"
        hint="Te contestaremos aquí. No se lo daremos al club."
        required
        {...field('email')}
      />
      <TextInput label="Tu teléfono" type="tel" inputMode="tel" autoComplete="tel" maxLength={30} {...field('phone')} />
      <FailureLine className="" text={failure} />
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Enviando…' : isObjection ? 'Enviar aviso' : 'Enviar denuncia'}
      </Button>
    </form>
  );
}

const relationChoices = [
  { value: 'GUARDIAN', label: 'Madre, padre o tutor legal' },
  { value: 'SELF', label: 'Salgo yo' },
  { value: 'OTHER', label: 'Otra persona' },
];

const reasonChoices = Object.entries(matterReasonTexts).map(([value, label]) => ({ value, label }));

/** Number and deadline of a matter, shown after its form was sent, and the button that hides what is still in view. */
function SentMatter({ sent, kind }: { sent: MatterReceipt; kind: MatterKind }) {
  const { number, deadline, token, isFound } = sent;
  const [{ isHidden, canHide }, setShown] = useState<Pick<MatterReceipt, 'isHidden' | 'canHide'>>(sent);
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
      {canHide && <HideNow token={token} onHidden={setShown} />}
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
