/** A search field that passes its trimmed text on 500 ms after the last key, or at once on Enter. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import { cx } from '../lib/class-names.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { inputLook } from './field.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  /** Leaves room for a longer placeholder. */
  wide?: boolean;
  /** Takes the focus, on a page that is opened to search. */
  autoFocus?: boolean;
}

export function SearchInput({ value, onSearch, label, placeholder = label, wide = false, autoFocus = false }: Props) {
  const [typed, setTyped] = useState(value);
  const debounced = useDebounced(typed.trim());
  // The search that the page knows, so that only changes are passed on.
  const lastValue = useRef(value);
  const passOn = (text: string) => {
    if (text === lastValue.current) return;
    lastValue.current = text;
    onSearch(text);
  };
  const passOnTyped = useEffectEvent(passOn);

  // Path of the page on which the text was typed: it is dropped if the user has left that page.
  const typedOn = useRef('');
  useEffect(() => {
    if (location.pathname === typedOn.current) passOnTyped(debounced);
  }, [debounced]);
  // The page itself has changed the search, for example by clearing its filters.
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setTyped(value);
  }, [value]);

  return (
    <search className={cx('w-full', wide ? 'sm:w-96' : 'sm:w-72')}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          passOn(typed.trim());
        }}
      >
        <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
          <Icon name="search" size={18} />
        </span>
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          maxLength={searchMaxLength}
          // biome-ignore lint/a11y/noAutofocus: only on the page that is opened to search
          autoFocus={autoFocus}
          onChange={(event) => {
            typedOn.current = location.pathname;
            setTyped(event.target.value);
          }}
          className={`${inputLook} pr-11 pl-10 [&::-webkit-search-cancel-button]:appearance-none`}
        />
        {typed && (
          <IconButton
            icon="close"
            label="Borrar búsqueda"
            className="absolute top-0 right-0 text-muted"
            onClick={() => {
              setTyped('');
              passOn('');
            }}
          />
        )}
      </form>
    </search>
  );
}
