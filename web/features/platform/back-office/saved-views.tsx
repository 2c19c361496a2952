/** Saves a list's filters under a name in this browser. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { isString, useStored } from '../../../lib/use-stored.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { undoToast } from '../../../ui/undo-toast.tsx';
import { FilterSelect } from './filter-select.tsx';
import type { useListFilters } from './list-filters.ts';

interface SavedView {
  name: string;
  /** Query of the page's URL, without the page number. */
  query: string;
  sport: string;
}

const isSavedViewList = (value: unknown): value is SavedView[] =>
  Array.isArray(value) && value.every((view) => isString(view?.name) && isString(view?.query) && isString(view?.sport));

const maxViews = 20;

/** `filters`: search and sport, which the URL does not contain. */
export function SavedViews({ list, filters }: { list: string; filters: ReturnType<typeof useListFilters> }) {
  const [views, store] = useStored<SavedView[]>(`manage:${list}:views`, [], isSavedViewList);
  const [address, setAddress] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const current = toQuery(address, filters.search);
  const active = views.find(({ query, sport }) => query === current && sport === filters.sport);
  const isFiltered = current !== '' || filters.sport !== '';

  function open(name: string) {
    const view = views.find((one) => one.name === name);
    const query = new URLSearchParams(view?.query);
    filters.setSearch(query.get('search') ?? '');
    filters.setSport(view?.sport ?? '');
    setAddress(query, { replace: true });
  }
  function save(name: string) {
    const others = views.filter((view) => view.name !== name);
    store([...others, { name, query: current, sport: filters.sport }].slice(-maxViews));
    setNaming(false);
  }
  function remove(view: SavedView) {
    store(views.filter((one) => one !== view));
    undoToast(`Vista «${view.name}» quitada`, () => store(views));
  }

  return (
    <>
      {views.length > 0 && (
        <FilterSelect
          label="Vistas guardadas"
          all="Vistas guardadas"
          value={active?.name ?? ''}
          choices={views.map(({ name }) => ({ value: name, label: name }))}
          onChange={open}
        />
      )}
      {active ? (
        <Button kind="quiet" size="small" onClick={() => remove(active)}>
          Quitar vista
        </Button>
      ) : (
        isFiltered && (
          <Button kind="quiet" size="small" icon="bookmark" onClick={() => setNaming(true)}>
            Guardar vista
          </Button>
        )
      )}
      {isNaming && <NameDialog onSave={save} onClose={() => setNaming(false)} />}
    </>
  );
}

function toQuery(address: URLSearchParams, search: string): string {
  const query = new URLSearchParams(address);
  query.delete('page');
  if (search) query.set('search', search);
  query.sort();
  return query.toString();
}

function NameDialog({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog title="Guardar vista" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) onSave(name.trim());
        }}
      >
        <TextInput
          label="Nombre de la vista"
          maxLength={40}
          data-focus
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="Guarda la búsqueda y los filtros de ahora en este navegador."
        />
        <Button type="submit" className="self-end" disabled={isBlank(name)}>
          Guardar
        </Button>
      </form>
    </Dialog>
  );
}
