import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { prepareCaptcha } from '../../../lib/captcha.ts';
import { useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailInput, TextInput } from '../../../ui/text-input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { sendTeamsMessage, type TeamsMessage, validateContactDetails } from './teams-message.ts';

const empty: TeamsMessage = { name: '', email: '', phone: '', message: '' };

export function TeamsForm() {
  const { values, submit, field, phase } = useFields({
    empty,
    validate,
    send: async (message, clear) => {
      if (await sendTeamsMessage(message)) clear();
      return undefined;
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
