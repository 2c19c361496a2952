/**
 * The actions below a picture: two buttons, and '⋯', which shows the others beside them. Not a menu, because some of them
 * open dialogs.
 */
import { type ReactNode, useState } from 'react';
import { IconButton } from './icon-button.tsx';

export function ActionRow({ children, more }: { children: ReactNode; more: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <IconButton
        icon="more"
        label={isOpen ? 'Menos acciones' : 'Más acciones'}
        aria-expanded={isOpen}
        className="bg-raised"
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && more}
    </div>
  );
}
