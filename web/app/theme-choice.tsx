/** 'Modo sol' or 'Modo noche', or as the system has it (E-PWA-2). Kept in this browser; theme-first.ts acts upon it. */
import { useStored } from '../lib/use-stored.ts';
import { Select } from '../ui/select.tsx';

const themes = [
  { value: 'auto', label: 'Automático' },
  { value: 'sun', label: 'Modo sol' },
  { value: 'night', label: 'Modo noche' },
] as const;

type Theme = (typeof themes)[number]['value'];
const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme.value === value);

export function ThemeChoice() {
  const [theme, setTheme] = useStored<Theme>('theme', 'auto', isTheme);
  return (
    <Select
      label="Aspecto"
      choices={themes}
      value={theme}
      onChange={({ target }) => {
        setTheme(target.value as Theme);
        dispatchEvent(new Event('cantera:theme'));
      }}
    />
  );
}
