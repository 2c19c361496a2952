/** /avisos/manage: the queue of objections and reports, and the chosen one. */
import { Link, useSearchParams } from 'react-router-dom';
import { matterStateTexts } from '../../../shared/domain/matter-texts.ts';
import { MatterPanel } from '../../features/trust/matters/matter-panel.tsx';
import { type ListedMatter, type QueueState, useMatter, useMatters } from '../../features/trust/matters/queries.ts';
import { cx } from '../../lib/class-names.ts';
import { formatLongDate } from '../../lib/format.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryLoader } from '../../ui/query-loader.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const states = [
  { value: 'waiting', label: 'Sin responder' },
  { value: 'closed', label: 'Resueltas' },
] as const;

export default function MattersPage() {
  const [query, setQuery] = useSearchParams();
  const state: QueueState = query.get('estado') === 'closed' ? 'closed' : 'waiting';
  const page = Math.max(1, Number.parseInt(query.get('pagina') ?? '1', 10) || 1);
  const list = useMatters({ page, state });
  const chosen = query.get('aviso') ?? list.data?.matters[0]?.id;
  return (
    <>
      <BackOfficeHeading title="Denuncias" />
      <Tabs label="Estado" choices={states} value={state} onChange={(estado) => setQuery({ estado })} />
      <QueryLoader query={list} fallback={<Spinner label="Cargando" />}>
        {({ matters, totalPages }) => (
          <div className="mt-5 grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <div>
              {matters.length === 0 && (
                <EmptyState
                  icon="flag"
                  title={state === 'waiting' ? 'No hay nada sin responder' : 'Todavía no hay denuncias resueltas'}
                />
              )}
              <ul aria-label="Denuncias" className="flex flex-col gap-2">
                {matters.map((matter) => (
                  <li key={matter.id}>
                    <MatterRow
                      matter={matter}
                      isChosen={matter.id === chosen}
                      search={new URLSearchParams({ estado: state, pagina: String(page), aviso: matter.id }).toString()}
                    />
                  </li>
                ))}
              </ul>
              <Pagination
                page={page}
                totalPages={totalPages}
                onPage={(next) => setQuery({ estado: state, pagina: String(next) })}
              />
            </div>
            {chosen && <ChosenMatter key={chosen} id={chosen} />}
          </div>
        )}
      </QueryLoader>
    </>
  );
}

function ChosenMatter({ id }: { id: string }) {
  return (
    <QueryLoader query={useMatter(id)} fallback={<Spinner label="Cargando" />}>
      {(matter) => <MatterPanel matter={matter} />}
    </QueryLoader>
  );
}

/** One matter in the queue; those about a recognised child are red until they are answered. */
function MatterRow({ matter, search, isChosen }: { matter: ListedMatter; search: string; isChosen: boolean }) {
  const { kind, minor, state, isFound, isHidden, title, deadline } = matter;
  const isUrgent = kind === 'OBJECTION' && minor && (state === 'OPEN' || state === 'APPEALED');
  return (
    <Link
      to={{ search }}
      aria-current={isChosen ? 'true' : undefined}
      className={cx(
        'block rounded-sm border bg-surface p-3',
        isChosen ? 'border-text' : isUrgent ? 'border-danger' : 'border-line',
        isUrgent && 'border-l-4 border-l-danger',
      )}
    >
      {isUrgent && (
        <span className="block text-note font-semibold text-danger">
          {isFound ? 'Se reconoce a un menor' : 'Se reconoce a un menor · falta saber en qué video'}
        </span>
      )}
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="block text-note text-muted">
        {`${matterStateTexts[state]} · ${isHidden ? 'Oculto' : 'A la vista'} · antes del ${formatLongDate(deadline)}`}
      </span>
    </Link>
  );
}
