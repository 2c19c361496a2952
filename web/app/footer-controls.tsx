import { type FormEvent, useEffect, useId, useState } from 'react';
import { cleanEmail, simpleEmail } from '../../shared/domain/simple-email.ts';
import { successMs } from '../features/people/accounts/success-toast.ts';
import { api, type ErrorText, errorText } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { useStored } from '../lib/use-stored.ts';
import { Button } from '../ui/button.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { inputLook } from '../ui/field.tsx';

export function FooterControls() {
  return (
    <>
      <NewsletterForm />
      <ThemeChoice />
    </>
  );
}

const themes = [
  { value: 'auto', label: 'Automático' },
  { value: 'sun', label: 'Modo sol' },
  { value: 'night', label: 'Modo noche' },
] as const;

type Theme = (typeof themes)[number]['value'];
const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme.value === value);

/** The theme setting: 'Modo sol', 'Modo noche' or the system's. The browser stores it; first-script.ts applies it. */
function ThemeChoice() {
  const id = useId();
  const [theme, setTheme] = useStored<Theme>('theme', 'auto', isTheme);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <label htmlFor={id} className="text-small font-semibold">
        Aspecto
      </label>
      {/* The UI kit's Select is in a chunk for staff. */}
      <select
        id={id}
        className={cx(inputLook, 'max-w-44')}
        value={theme}
        onChange={({ target }) => {
          setTheme(target.value as Theme);
          dispatchEvent(new Event('cantera:theme'));
        }}
      >
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The subscription starts only when the user opens the emailed link. */
const confirmationText = 'Casi está: confirma tu suscripción en el email que te acabamos de enviar.';

function NewsletterForm() {
  const id = useId();
  const [email, setEmail] = useState('');
  const [result, setResult] = useState<{ text: ErrorText | string; failed: boolean }>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!result || result.failed) return;
    const timer = setTimeout(() => setResult(undefined), successMs);
    return () => clearTimeout(timer);
  }, [result]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!simpleEmail.test(cleanEmail(email)))
      return setResult({ text: 'Por favor, introduce un email válido', failed: true });
    setBusy(true);
    try {
      await api('POST /public/newsletter', { body: { email: cleanEmail(email) } });
      setEmail('');
      setResult({ text: confirmationText, failed: false });
    } catch (error) {
      setResult({ text: errorText(error), failed: true });
    }
    setBusy(false);
  }

  return (
    <form noValidate className="flex w-full max-w-96 flex-col gap-1.5" onSubmit={submit}>
      <label htmlFor={id} className="text-small font-semibold">
        Las novedades, en tu email
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="email"
          name="newsletter"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          placeholder="tu@email.es"
          value={email}
          aria-invalid={result?.failed ? true : undefined}
          aria-describedby={`${id}-result`}
          className={cx(inputLook, 'flex-1 basis-40')}
          onChange={(event) => {
            setEmail(event.target.value);
            setResult(undefined);
          }}
        />
        <Button type="submit" kind="secondary" busy={busy}>
          Suscribirme
        </Button>
      </div>
      <p
        id={`${id}-result`}
        aria-live="polite"
        className={`min-h-4.5 text-note font-medium ${result?.failed ? 'text-danger' : 'text-success'}`}
      >
        {result && <FailureText text={result.text} />}
      </p>
    </form>
  );
}
