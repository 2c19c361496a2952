import { useId } from 'react';
import { NewsletterForm } from '../features/people/newsletter/newsletter-form.tsx';
import { cx } from '../lib/class-names.ts';
import { useStored } from '../lib/use-stored.ts';
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
