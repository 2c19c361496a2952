/**
 * A combobox that finds clubs by name and collects the chosen ones as chips. The suggestions leave out chosen clubs.
 */
import { useCombobox } from 'downshift';
import { useState } from 'react';
import { isBlank } from '../../shared/domain/visible-text.ts';
import { cx } from '../lib/class-names.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Field, type FieldProps, inputLook } from './field.tsx';
import { Icon } from './icon.tsx';
import { useSearchResults } from './use-search-results.ts';

export interface ClubChoice {
  id: string;
  name: string;
}

export function ClubPicker({
  label,
  search,
  chosen,
  onChange,
  locked = [],
  disabled = false,
  suggestions = 5,
  hideLabel = false,
  ...field
}: FieldProps & {
  search: (text: string) => Promise<ClubChoice[]>;
  chosen: ClubChoice[];
  onChange: (clubs: ClubChoice[]) => void;
  /** Ids of clubs that cannot be removed, such as that of club staff. */
  locked?: string[];
  disabled?: boolean;
  suggestions?: number;
  /** Shows the placeholder instead of the label, as in a filter bar; screen readers still read the label. */
  hideLabel?: boolean;
}) {
  const [text, setText] = useState('');
  const found = useSearchResults(useDebounced(text.trim()) || undefined, search);
  const items = found.items.filter((club) => !chosen.some((one) => one.id === club.id)).slice(0, suggestions);
  const combobox = useCombobox({
    items,
    inputValue: text,
    selectedItem: null,
    itemToString: (club) => club?.name ?? '',
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setText(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      onChange([...chosen, selectedItem]);
      setText('');
    },
  });
  const open = combobox.isOpen && !isBlank(text) && found.text === text.trim();

  const picker = (attributes: object) => (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <input
          {...combobox.getInputProps({ disabled, ...attributes })}
          {...(hideLabel && { 'aria-label': label, 'aria-labelledby': undefined })}
          placeholder={disabled ? '' : hideLabel ? label : 'Escribe el nombre de un club'}
          className={inputLook}
        />
        <ul
          {...combobox.getMenuProps({ 'aria-label': 'Clubes encontrados', 'aria-labelledby': undefined })}
          className={cx(
            'absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-sm border border-line bg-surface shadow-overlay',
            !open && 'hidden',
          )}
        >
          {open &&
            items.map((club, index) => (
              <li
                key={club.id}
                {...combobox.getItemProps({ item: club, index })}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center px-3',
                  combobox.highlightedIndex === index && 'bg-raised',
                )}
              >
                {club.name}
              </li>
            ))}
          {open && items.length === 0 && (
            <li className="flex min-h-11 items-center px-3 text-muted">No se encontraron clubes</li>
          )}
        </ul>
      </div>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Clubes elegidos">
          {chosen.map((club) => (
            <li
              key={club.id}
              className="inline-flex max-w-full items-center gap-1 rounded-full border border-line bg-raised pl-3 text-small font-medium"
            >
              <span className="truncate py-1.5">{club.name}</span>
              {locked.includes(club.id) || disabled ? (
                <span className="pr-3 text-muted">
                  <Icon name="lock" size={14} />
                </span>
              ) : (
                <button
                  type="button"
                  aria-label={`Quitar ${club.name}`}
                  className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-text pointer-coarse:size-11"
                  onClick={() => onChange(chosen.filter((one) => one.id !== club.id))}
                >
                  <Icon name="close" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );

  if (hideLabel) return picker({});
  return (
    <Field label={label} {...field}>
      {(control) => picker({ ...control, 'aria-labelledby': undefined })}
    </Field>
  );
}
