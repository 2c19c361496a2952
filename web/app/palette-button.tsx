/** Opens the command palette by Ctrl or ⌘ K, and by a button on touch screens. */
import { useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);

export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // While a dialog is open, keys belong to it.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const palette = isOpen && <CommandPalette onClose={() => setOpen(false)} />;
  return { palette, open: () => setOpen(true) };
}

export function PaletteButton({ onOpen, isCompact = false }: { onOpen: () => void; isCompact?: boolean }) {
  if (isCompact)
    return (
      <IconButton icon="search" label="Ir a…" className="-mr-2.5 ml-auto @max-[18.75rem]:hidden" onClick={onOpen} />
    );
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="mb-2 hidden min-h-11 items-center gap-3 rounded-sm border border-line px-3 text-left text-small text-muted transition-colors hover:border-line-strong hover:text-text lg:flex"
    >
      <Icon name="search" size={18} />
      Ir a…
      <kbd className="ml-auto font-body text-note">Ctrl K</kbd>
    </button>
  );
}
