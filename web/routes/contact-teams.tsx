/** /contact/teams: the contact form for clubs. */

import { isBlank } from '../../shared/domain/visible-text.ts';
import { AccountLayout, Benefits } from '../features/people/accounts/account-layout.tsx';
import {
  sendTeamsMessage,
  type TeamsMessage,
  validateContactDetails,
} from '../features/people/contact/teams-message.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { useFields } from '../lib/use-fields.ts';
import { Button } from '../ui/button.tsx';
import { EmailInput, TextInput } from '../ui/text-input.tsx';
import { Textarea } from '../ui/textarea.tsx';

export default function ContactTeamsPage() {
  return (
    <AccountLayout
      title="Contactar Equipos"
      intro="¿Quieres que los partidos de tu club se vean aquí? Cuéntanos y te llamamos."
      aside={
        <Benefits
          title="Para tu club"
          lines={[
            'Emite con un móvil o una cámara, sin instalar nada',
            'Los partidos quedan grabados y cifrados',
            'Las familias los ven en el móvil y en la tele',
            'Tu club gestiona sus partidos y sus momentos',
          ]}
        />
      }
    >
      <TeamsForm />
    </AccountLayout>
  );
}

const empty: TeamsMessage = { name: '', email: '', phone: '', message: '' };

function TeamsForm() {
  const { values, submit, field, phase } = useFields({
    empty,
    validate,
    send: async (message, clear) => {
      if (await sendTeamsMessage(message)) clear();
    },
  });
  const busy = phase === 'sending';
  const ready = !isBlank(values.name) && !isBlank(values.message);
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} ref={prepareCaptcha}>
      <TextInput label="Nombre" required autoComplete="name" maxLength={200} {...field('name')} />
      <EmailInput {...field('email')} />
      <TextInput label="Teléfono" type="tel" inputMode="tel" autoComplete="tel" maxLength={30} {...field('phone')} />
      <Textarea label="Mensaje" required rows={5} maxLength={5000} {...field('message')} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" disabled={!ready} busy={busy}>
          {busy ? 'Enviando…' : 'Enviar mensaje'}
        </Button>
        {!ready && <p className="text-note text-muted">Debes completar todos los campos marcados con *</p>}
      </div>
    </form>
  );
}

function validate(values: TeamsMessage): ReturnType<typeof validateContactDetails> {
  if (isBlank(values.email) && isBlank(values.phone))
    return { email: 'Debes proporcionar al menos un método de contacto: email o teléfono' };
  return validateContactDetails(values);
}
