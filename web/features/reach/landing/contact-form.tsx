/** The landing page's contact form, with separate fields for first and last name. */
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { prepareCaptcha } from '../../../lib/captcha.ts';
import { type Problems, useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailInput, TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { sendTeamsMessage, validateContactDetails } from '../../people/contact/teams-message.ts';

const empty = { firstName: '', lastName: '', email: '', phone: '', message: '' };
type Values = typeof empty;

export function ContactForm({ onUse }: { onUse: () => void }) {
  const { submit, field, phase } = useFields({
    empty,
    validate,
    send: async ({ firstName, lastName, email, phone, message }, clear) => {
      const name = `${firstName.trim()} ${lastName.trim()}`;
      // The form does not require a message, but the API does.
      if (await sendTeamsMessage({ name, email, phone, message: message.trim() || '(sin mensaje)' })) clear();
    },
  });
  const busy = phase === 'sending';

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} ref={prepareCaptcha} onFocus={onUse}>
      <div className="grid grid-cols-2 gap-x-4 sm:gap-x-5">
        <TextInput label="Nombre" required autoComplete="given-name" maxLength={90} {...field('firstName')} />
        <TextInput label="Apellidos" required autoComplete="family-name" maxLength={100} {...field('lastName')} />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <EmailInput required {...field('email')} />
        <TextInput
          label="Teléfono"
          type="tel"
          required
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          {...field('phone')}
        />
      </div>
      <Textarea label="Mensaje" rows={3} maxLength={5000} {...field('message')} />
      <Button type="submit" kind="secondary" className="self-start" busy={busy}>
        {busy ? 'Enviando…' : 'Enviar mensaje'}
      </Button>
    </form>
  );
}

/** Returns all missing fields; if none is missing, those with a wrong format. */
function validate(values: Values): Problems<Values> {
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter((name) => isBlank(values[name]));
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, required[name]]));
  return validateContactDetails(values);
}

const required = {
  firstName: 'El nombre es obligatorio',
  lastName: 'Los apellidos son obligatorios',
  email: 'El correo electrónico es obligatorio',
  phone: 'El teléfono es obligatorio',
};
