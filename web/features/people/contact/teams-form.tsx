/** The teams' contact form, on its own page and on the landing page (V-CONTACT, V-LAND-4). */
import { type FormEvent, useState } from 'react';
import { isSpanishPhone } from '../../../../shared/phone.ts';
import { simpleEmail } from '../../../../shared/simple-email.ts';
import { api, traced } from '../../../lib/api.ts';
import { captchaToken } from '../../../lib/captcha.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useMessageForm } from './use-message-form.ts';

export type TeamsMessage = Record<'name' | 'email' | 'phone' | 'message', string>;

/** Sends a message; gives whether it went. */
export async function sendTeamsMessage(message: TeamsMessage): Promise<boolean> {
  try {
    const token = await captchaToken('contact');
    await api('POST /public/contact/teams', { body: { ...message, captchaToken: token } });
    toast.success('Mensaje enviado correctamente');
    return true;
  } catch (error) {
    toast.error(traced(error, 'Error al enviar el mensaje. Por favor, inténtalo de nuevo.'));
    return false;
  }
}

const empty: TeamsMessage = { name: '', email: '', phone: '', message: '' };

type Errors = Partial<Record<keyof TeamsMessage, string>>;

export function TeamsForm() {
  const { values, setErrors, clear, field, prepare } = useMessageForm(empty);
  const [busy, setBusy] = useState(false);
  const ready = values.name.trim() !== '' && values.message.trim() !== '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = errorsOf(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    if (await sendTeamsMessage(values)) clear();
    setBusy(false);
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} onFocus={prepare}>
      <TextInput label="Nombre" required autoComplete="name" maxLength={200} {...field('name')} />
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...field('email')}
      />
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

function errorsOf(values: TeamsMessage): Errors {
  if (!values.email.trim() && !values.phone.trim())
    return { email: 'Debes proporcionar al menos un método de contacto: email o teléfono' };
  return reachErrors(values);
}

/** What is wrong with an email or a phone that was given (V-CONTACT-3, V-CONTACT-4). */
export function reachErrors({ email, phone }: Pick<TeamsMessage, 'email' | 'phone'>): Errors {
  if (email.trim() && !simpleEmail.test(email.trim())) return { email: 'Por favor, introduce un email válido' };
  if (phone.trim() && !isSpanishPhone(phone)) return { phone: 'Por favor, introduce un número de teléfono válido' };
  return {};
}
