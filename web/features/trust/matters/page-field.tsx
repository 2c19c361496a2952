/** The page of a matter: picture and title if its address is known, or a field for it. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { NamedItemCard, useNamedItem } from './named-item.tsx';

export function PageField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const item = useNamedItem(value);
  const [isOpen, setOpen] = useState(value === '');
  if (item && !isOpen) {
    return (
      <div className="flex flex-col items-start gap-2 *:w-full">
        <p className="text-small font-semibold text-text!">Se trata de</p>
        <NamedItemCard item={item} />
        <Button kind="quiet" size="small" className="w-auto! self-start" onClick={() => setOpen(true)}>
          Es otro
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextInput
        name="page"
        label="Dirección de la página"
        hint={
          item === null && value.trim()
            ? 'No reconocemos esta dirección. Escribe abajo qué partido es, y lo buscaremos.'
            : 'Cópiala de tu navegador si la tienes: así sabemos exactamente qué video es.'
        }
        autoComplete="off"
        maxLength={500}
        value={value}
        {...(error !== undefined && { error })}
        onChange={(event) => onChange(event.target.value)}
      />
      {item && <NamedItemCard item={item} />}
    </>
  );
}
