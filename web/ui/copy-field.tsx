/** A read-only text with a button to copy it, which confirms for 2 seconds. */
import { useEffect, useState } from 'react';
import { announce } from '../lib/announce.ts';
import { Button } from './button.tsx';
import { Field, inputLook } from './field.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  label: string;
  value: string;
  hint?: string;
  /** Masks the text until it is revealed, because a stream key must not be seen on a shared screen. */
  secret?: boolean;
}

export function CopyField({ label, value, hint, secret = false }: Props) {
  const [shown, setShown] = useState(!secret);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...control}
            readOnly
            type={shown ? 'text' : 'password'}
            autoComplete="off"
            value={value}
            onFocus={(event) => event.target.select()}
            className={`${inputLook} min-w-[min(10rem,100%)] flex-1 bg-raised! font-mono`}
          />
          {secret && (
            <Button kind="secondary" icon={shown ? 'eyeOff' : 'eye'} onClick={() => setShown(!shown)}>
              {shown ? 'Ocultar' : 'Mostrar'}
            </Button>
          )}
          <CopyButton value={value} label={label} />
        </div>
      )}
    </Field>
  );
}

function CopyButton({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Button
      kind="secondary"
      icon={copied ? 'check' : 'copy'}
      aria-label={copied ? undefined : `Copiar ${label}`}
      className="min-w-32"
      onClick={copy}
    >
      <span aria-live="polite">{copied ? '¡Copiado!' : 'Copiar'}</span>
    </Button>
  );
}

/** The icon variant, for rows of buttons. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? '¡Copiado!' : `Copiar ${label}`}
      onClick={() => copy().then(() => announce('¡Copiado!'))}
    />
  );
}

function useCopy(value: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => navigator.clipboard.writeText(value).then(() => setCopied(true)) };
}
