/**
 * A combobox for one choice out of many, such as a video's category. Suggests at most 5 for a typed text, 10 when the
 * choice is changed.
 */
import { useCombobox } from 'downshift';
import { useEffect, useState } from 'react';
import { isBlank } from '../../shared/domain/visible-text.ts';
import { cx } from '../lib/class-names.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Field, type FieldProps, inputLook } from './field.tsx';
import { Icon } from './icon.tsx';
import { useSearchResults } from './use-search-results.ts';

interface Option {
  id: string;
  name: string;
}

type Props = FieldProps & {
  chosen: Option | null;
  onChange: (choice: Option | null) => void;
  onBlur?: () => void;
  /** Searches; an empty text finds the first suggestions. */
  search: (text: string) => Promise<Option[]>;
  placeholder: string;
  /** Text if nothing matches. */
  emptyText: string;
};

export function ChoicePicker({ chosen, onChange, onBlur, search, placeholder, emptyText, ...field }: Props) {
  const [text, setText] = useState(chosen?.name ?? '');
  const [openedWith, setOpenedWith] = useState<string>();
  const typed = text === chosen?.name ? '' : text.trim();
  const debounced = useDebounced(typed);
  // Nothing is searched until the list was opened.
  const results = useSearchResults(openedWith === undefined ? undefined : debounced, search);
  const items = results.items.slice(0, typed && !chosen ? 5 : 10);

  // Follows a choice made elsewhere, for example by a form reset.
  useEffect(() => setText(chosen?.name ?? ''), [chosen]);

  const combobox = useCombobox({
    items,
    inputValue: text,
    selectedItem: chosen,
    itemToString: (item) => item?.name ?? '',
    onIsOpenChange: ({ isOpen }) => isOpen && setOpenedWith(typed),
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setText(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      onChange(selectedItem ?? null);
      setText(selectedItem?.name ?? '');
    },
  });
  const open = combobox.isOpen && results.text === typed;

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...combobox.getInputProps({
              ...control,
              'aria-labelledby': undefined,
              onBlur: () => {
                // An empty field clears the choice; any other text is replaced by the name of the choice.
                if (isBlank(text)) onChange(null);
                else setText(chosen?.name ?? '');
                onBlur?.();
              },
            })}
            placeholder={placeholder}
            className={`${inputLook} pr-10`}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-muted">
            <Icon name="down" size={18} />
          </span>
          <ul
            {...combobox.getMenuProps({ 'aria-label': field.label, 'aria-labelledby': undefined })}
            className={cx(
              'absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-sm border border-line bg-surface shadow-overlay',
              !open && 'hidden',
            )}
          >
            {open &&
              items.map((item, index) => (
                <li
                  key={item.id}
                  {...combobox.getItemProps({ item, index })}
                  className={cx(
                    'flex min-h-11 cursor-pointer items-center gap-2 px-3 py-1 break-words',
                    combobox.highlightedIndex === index && 'bg-raised',
                  )}
                >
                  <span className="mr-auto min-w-0">{item.name}</span>
                  {item.id === chosen?.id && <Icon name="check" size={18} />}
                </li>
              ))}
            {open && items.length === 0 && <li className="flex min-h-11 items-center px-3 text-muted">{emptyText}</li>}
          </ul>
        </div>
      )}
    </Field>
  );
}
