/** Ctrl or ⌘ K: goes to any page, action or item of the back office by its name. Lazy-loaded. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cutText } from '../../shared/domain/cut-text.ts';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import { cx } from '../lib/class-names.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useSession } from '../session/session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { inputLook } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { findItems, listCommands, matchCommands, type PaletteEntry } from './palette-entries.ts';

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const search = useDebounced(cutText(typed.trim(), searchMaxLength));
  const items = useQuery({
    queryKey: ['palette', session.isLiveUser, search],
    enabled: search.length > 1,
    queryFn: ({ signal }) => findItems(search, session, signal),
    placeholderData: keepPreviousData,
  });
  const isSearching = typed.trim().length > 1;
  const isWaiting = isSearching && (items.isFetching || search !== typed.trim());
  const entries = [...matchCommands(listCommands(session), typed), ...(isSearching ? (items.data ?? []) : [])];
  const chosen = Math.min(active, entries.length - 1);

  function go(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    navigate(entry.to);
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((chosen + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[chosen]);
    }
  }

  return (
    <Dialog title="Ir a…" onClose={onClose} wide>
      <input
        role="combobox"
        aria-label="Página, acción, partido, video, club, cámara o persona"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-focus
        placeholder="Escribe un nombre: partido, video, club, cámara…"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
        className={inputLook}
      />
      <p role="status" className="sr-only">
        {isWaiting ? 'Buscando' : `${entries.length} resultados`}
      </p>
      <div id={listId} role="listbox" aria-label="Resultados" className="mt-3 flex h-80 flex-col overflow-y-auto">
        {entries.map((entry, index) => (
          <Option
            key={`${entry.to} ${entry.text}`}
            id={`${listId}-${index}`}
            entry={entry}
            isActive={index === chosen}
            onPoint={() => setActive(index)}
            onChoose={() => go(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && (
        <p className="-mt-80 h-80 py-6 text-center text-muted">
          {isWaiting ? 'Buscando…' : items.isError ? 'No se ha podido buscar' : 'No hay nada con ese nombre'}
        </p>
      )}
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, entry: { text, icon, note }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // The input has the focus and handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      ref={(element) => {
        if (isActive) element?.scrollIntoView?.({ block: 'nearest' });
      }}
      role="option"
      aria-selected={isActive}
      onMouseMove={onPoint}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 shrink-0 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5',
        isActive && 'bg-raised',
      )}
    >
      <span className="text-muted">
        <Icon name={icon} size={18} />
      </span>
      <span className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:gap-3">
        <span className="truncate font-medium sm:grow">{text}</span>
        <span className="truncate text-note text-muted sm:max-w-2/5 sm:shrink-0">{note}</span>
      </span>
    </div>
  );
}
