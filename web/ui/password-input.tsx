import { useState } from 'react';
import { Field, inputLook } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import type { TextInputProps } from './text-input.tsx';

export function PasswordInput({ label, required, hint, error, ...rest }: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            maxLength={256}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${inputLook} pr-12`}
          />
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            aria-pressed={shown}
            className="absolute top-0 right-0 text-muted"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
