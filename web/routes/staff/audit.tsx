/** /registro: all changes with the people who made them, with filters in the URL, and as a CSV file. */

import { useSearchParams } from 'react-router-dom';
import { groupActs } from '../../../shared/domain/audit-acts.ts';
import { auditKindTexts } from '../../../shared/domain/audit-texts.ts';
import { idPattern } from '../../../shared/domain/ids.ts';
import { ActLine } from '../../features/trust/audit/act-line.tsx';
import { type AuditQuery, saveAudit, useAudit } from '../../features/trust/audit/queries.ts';
import { errorText } from '../../lib/api.ts';
import { useAddress } from '../../lib/use-page.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureLine } from '../../ui/failure-line.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ManageSkeleton } from '../../ui/manage-list.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useAct } from '../../ui/use-act.ts';

const kinds = Object.entries(auditKindTexts).map(([value, label]) => ({ value, label }));

export default function AuditPage() {
  const [address, change] = useAddress();
  const [, setAddress] = useSearchParams();
  const query = readQuery(address);
  const audit = useAudit(query);
  const saving = useAct({ send: () => saveAudit(query), failure: 'No se ha podido preparar el archivo' });
  const set = (name: string, value: string) => change({ [name]: value, ...(name === 'tipo' && { elemento: '' }) });
  const acts = groupActs(audit.data?.pages.flatMap((page) => page.entries) ?? []);
  return (
    <>
      <BackOfficeHeading title="Registro de cambios">
        <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Descargar CSV
        </Button>
      </BackOfficeHeading>
      <form
        aria-label="Filtrar el registro"
        className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          set('persona', String(new FormData(event.currentTarget).get('persona') ?? '').trim());
        }}
      >
        <TextInput
          label="Persona"
          name="persona"
          type="search"
          placeholder="nombre@ejemplo.es"
          defaultValue={query.person ?? ''}
          onBlur={(event) => set('persona', event.target.value.trim())}
        />
        <Select
          label="Tipo"
          placeholder="Todo"
          value={query.kind ?? ''}
          choices={kinds}
          onChange={(event) => set('tipo', event.target.value)}
        />
        <TextInput
          label="Desde"
          type="date"
          value={query.from ?? ''}
          onChange={(event) => set('desde', event.target.value)}
        />
        <TextInput
          label="Hasta"
          type="date"
          value={query.to ?? ''}
          onChange={(event) => set('hasta', event.target.value)}
        />
      </form>
      {query.item && (
        <p className="mb-4 text-small text-muted">
          Solo los cambios de un elemento.{' '}
          <button type="button" className="font-semibold text-text underline" onClick={() => set('elemento', '')}>
            Ver todos
          </button>
        </p>
      )}
      {audit.isLoadingError ? (
        <LoadFailure error={audit.error} />
      ) : audit.isPending ? (
        <ManageSkeleton />
      ) : acts.length === 0 ? (
        <EmptyState
          icon="clock"
          title="No hay cambios en estos días"
          text="Sin fechas se muestran los últimos 30 días."
        />
      ) : (
        <>
          <ol
            aria-label="Cambios"
            className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface"
          >
            {acts.map((act) => (
              <ActLine
                key={act.id}
                act={act}
                onItem={({ kind, itemId }) => setAddress({ tipo: kind, elemento: itemId })}
              />
            ))}
          </ol>
          {audit.hasNextPage && (
            <div className="mt-5 text-center">
              <Button kind="secondary" busy={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
                Ver cambios anteriores
              </Button>
              <FailureLine className="mt-2 text-small" text={audit.isFetchNextPageError && errorText(audit.error)} />
            </div>
          )}
        </>
      )}
    </>
  );
}

function readQuery(address: URLSearchParams): AuditQuery {
  const kind = kinds.find(({ value }) => value === address.get('tipo'))?.value as AuditQuery['kind'];
  const item = idPattern.exec(address.get('elemento') ?? '')?.[0];
  const day = (name: string) => /^20\d\d-[01]\d-[0-3]\d$/.exec(address.get(name) ?? '')?.[0];
  const [person, from, to] = [address.get('persona')?.slice(0, 254), day('desde'), day('hasta')];
  return {
    ...(person && { person }),
    ...(kind && { kind }),
    ...(kind && item && { item }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
