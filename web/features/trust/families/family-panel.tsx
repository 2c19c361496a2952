/** 'Solo familias' of a club: the links of its teams, and the people whom the club confirms. */
import { useState } from 'react';
import type { FamilyCode, FamilyMember } from '../../../../shared/contract/families.ts';
import { type AgeCategory, ageCategories, ageCategoryNames } from '../../../../shared/domain/match.ts';
import { containsWords } from '../../../../shared/domain/search-text.ts';
import { errorText } from '../../../lib/api.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { describeFamilyTeam, familyStateTexts } from './family-texts.ts';
import { useFamilyDecision, useNewCode } from './queries.ts';

interface Props {
  clubId: string;
  season: number;
  codes: readonly FamilyCode[];
  members: readonly FamilyMember[];
}

export function FamilyPanel({ clubId, season, codes, members }: Props) {
  const [search, setSearch] = useState('');
  const matching = members.filter((member) =>
    containsWords(`${member.name} ${member.email} ${describeFamilyTeam(member)}`, search),
  );
  const waiting = matching.filter(({ state }) => state === 'WAITING');
  const others = matching.filter(({ state }) => state !== 'WAITING');
  return (
    <div className="flex flex-col gap-6">
      <NewLink clubId={clubId} season={season} codes={codes} />
      {members.length > pageSize && (
        <TextInput
          label="Buscar por nombre, email o equipo"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <Section title={`Por confirmar (${waiting.length})`} className="flex flex-col gap-3" heading="font-semibold">
        {waiting.length === 0 ? (
          <EmptyState icon="users" title="No hay solicitudes" text="Quien abra el enlace y lo pida aparecerá aquí." />
        ) : (
          <MemberList key={search} members={waiting} />
        )}
      </Section>
      {others.length > 0 && (
        <Section title="Familias" className="flex flex-col gap-3" heading="font-semibold">
          <MemberList key={search} members={others} />
        </Section>
      )}
    </div>
  );
}

const sports = [
  { value: 'SOCCER', label: 'Fútbol' },
  { value: 'BASKET', label: 'Baloncesto' },
] as const;
const categories = ageCategories.map((value) => ({ value, label: ageCategoryNames[value] }));

function NewLink({ clubId, season, codes }: Omit<Props, 'members'>) {
  const create = useNewCode();
  const [sport, setSport] = useState<'SOCCER' | 'BASKET'>('SOCCER');
  const [category, setCategory] = useState<AgeCategory>('infantil');
  const [isAsking, setAsking] = useState(false);
  const existingCode = codes.find(
    (code) => code.sport === sport && code.category === category && code.season === season,
  );
  const submit = () => {
    setAsking(false);
    create.mutate({ clubId, sport, category, season });
  };
  return (
    <Section
      title="Enlace de un equipo"
      className="rounded-md border border-line bg-surface p-4"
      heading="font-semibold"
    >
      <p className="max-w-160 text-small text-muted">
        Envíalo al grupo de las familias. Cada persona lo pide con su cuenta y tú confirmas una a una. Los partidos que
        marques «Solo familias» los ven únicamente ellas.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-4">
        <Select
          label="Deporte"
          choices={sports}
          value={sport}
          onChange={(event) => setSport(event.target.value === 'BASKET' ? 'BASKET' : 'SOCCER')}
        />
        <Select
          label="Categoría"
          choices={categories}
          value={category}
          onChange={(event) => setCategory(event.target.value as AgeCategory)}
        />
        <Button busy={create.isPending} onClick={() => (existingCode ? setAsking(true) : submit())}>
          {existingCode ? 'Cambiar el enlace' : 'Crear el enlace'}
        </Button>
      </div>
      {existingCode && (
        <p className="mt-2 text-note text-muted">
          {`Hay un enlace desde el ${formatLongDate(existingCode.createdAt)}. Por seguridad solo se ve al crearlo.`}
        </p>
      )}
      <FailureLine text={create.isError && errorText(create.error)} />
      {create.data && (
        <div className="mt-3">
          <CopyField label={`Enlace: ${describeFamilyTeam({ sport, category, season })}`} value={create.data} />
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Cambiar el enlace?"
          confirm="Cambiarlo"
          onConfirm={submit}
          onCancel={() => setAsking(false)}
        >
          El enlace anterior deja de valer. Las personas confirmadas siguen como están.
        </ConfirmDialog>
      )}
    </Section>
  );
}

const pageSize = 30;

function MemberList({ members }: { members: readonly FamilyMember[] }) {
  const [page, setPage] = useState(1);
  const totalPages = Math.ceil(members.length / pageSize);
  // The decision may have emptied the last page.
  const current = Math.min(page, totalPages);
  return (
    <>
      <ul className="flex flex-col gap-2">
        {members.slice((current - 1) * pageSize, current * pageSize).map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
      <Pagination page={current} totalPages={totalPages} onPage={setPage} />
    </>
  );
}

function Member({ member }: { member: FamilyMember }) {
  const decide = useFamilyDecision(member);
  const [isAsking, setAsking] = useState(false);
  const { tone, text } = familyStateTexts[member.state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-line bg-surface p-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-semibold wrap-anywhere">{member.name || member.email}</span>
        <span className="block text-note text-muted wrap-anywhere">
          {[member.name && member.email, describeFamilyTeam(member), `lo pidió el ${formatLongDate(member.askedAt)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="mt-1 block">
          <StatusPill tone={tone}>{text}</StatusPill>
        </span>
        {!member.isProved && (
          <span className="mt-1 block text-note text-muted">
            Dirección sin confirmar: aún no sabemos si el email es suyo. Le hemos escrito para que lo demuestre.
          </span>
        )}
      </span>
      {member.state === 'WAITING' && (
        <>
          {member.isProved && (
            <Button busy={decide.isPending} onClick={() => decide.mutate('CONFIRMED')}>
              Confirmar
            </Button>
          )}
          <Button kind="secondary" disabled={decide.isPending} onClick={() => decide.mutate('REFUSED')}>
            Rechazar
          </Button>
        </>
      )}
      {member.state === 'CONFIRMED' && (
        <Button kind="secondary" busy={decide.isPending} onClick={() => setAsking(true)}>
          Retirar
        </Button>
      )}
      <FailureLine className="w-full text-small" text={decide.isError && errorText(decide.error)} />
      {isAsking && (
        <ConfirmDialog
          title="¿Retirar el permiso?"
          confirm="Retirarlo"
          onConfirm={() => {
            setAsking(false);
            decide.mutate('REVOKED');
          }}
          onCancel={() => setAsking(false)}
        >
          {`${member.name || member.email} deja de ver los partidos de este equipo en el acto, también el que esté viendo.`}
        </ConfirmDialog>
      )}
    </li>
  );
}
