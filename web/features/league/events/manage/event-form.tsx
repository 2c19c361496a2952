/** The event form, to create and to edit, with its conversion to the API's body. */
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import type { ManagedEvent } from '../../../../../shared/contract/sport-event.ts';
import { type EventState, eventStates, stateNames } from '../../../../../shared/domain/event-state.ts';
import { ageCategoryNames } from '../../../../../shared/domain/match.ts';
import { sportName } from '../../../../../shared/domain/sport-name.ts';
import { isBlank } from '../../../../../shared/domain/visible-text.ts';
import { fromMadridInput, toMadridInput } from '../../../../lib/format.ts';
import { DateTimeInput } from '../../../../ui/date-time-input.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { sportChoices, toIds } from '../../../platform/back-office/list-filters.ts';
import { SwitchField } from '../../../platform/back-office/switch-field.tsx';
import { TextField } from '../../../platform/back-office/text-field.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';
import type { EventForm } from './event-form-values.ts';
import { FamiliesCost } from './families-cost.tsx';
import { MatchFields } from './match-fields.tsx';
import { getFormSides, TeamFields } from './team-fields.tsx';

export const emptyEvent: EventForm = {
  title: '',
  start: '',
  end: '',
  summary: '',
  sport: 'SOCCER',
  isPublic: false,
  visible: true,
  isForFamilies: false,
  clubs: [],
  homeClubId: '',
  awayClubId: '',
  rival: '',
  homeTeam: '',
  awayTeam: '',
  category: '',
  competition: '',
  matchday: '',
  venue: '',
  price: '',
  state: 'SCHEDULED',
};

export const toEventForm = (event: ManagedEvent): EventForm => ({
  title: event.title,
  start: toMadridInput(event.scheduledStartDate),
  end: toMadridInput(event.scheduledFinishDate),
  summary: event.summary,
  sport: event.sport,
  isPublic: event.isPublic,
  visible: event.visible,
  isForFamilies: event.audience === 'FAMILIES',
  clubs: event.clubs.map(({ id, name }) => ({ id, name })),
  homeClubId: event.homeClubId ?? '',
  awayClubId: event.awayClubId ?? '',
  rival: '',
  homeTeam: event.homeTeam ?? '',
  awayTeam: event.awayTeam ?? '',
  category: event.category ?? '',
  competition: event.competition ?? '',
  matchday: event.matchday ?? '',
  venue: event.venue ?? '',
  price: event.price ? String(event.price / 100).replace('.', ',') : '',
  state: event.state ?? 'SCHEDULED',
});

export function toEventBody(form: EventForm) {
  const { title, summary, sport, isPublic, visible, category, competition, matchday, venue } = form;
  const { homeClubId, awayClubId } = getFormSides(form);
  const scheduledStartDate = fromMadridInput(form.start) ?? '';
  const scheduledFinishDate = fromMadridInput(form.end) ?? '';
  return {
    title: title.trim(),
    summary,
    sport,
    isPublic,
    visible,
    clubIds: toIds(form.clubs),
    audience: form.isForFamilies ? ('FAMILIES' as const) : ('EVERYBODY' as const),
    scheduledStartDate,
    scheduledFinishDate,
    homeClubId: homeClubId || null,
    awayClubId: awayClubId || null,
    homeTeam: (homeClubId && category && form.homeTeam) || null,
    awayTeam: (awayClubId && category && form.awayTeam) || null,
    category: category || null,
    competition: competition.trim() || null,
    matchday: matchday.trim() || null,
    venue: venue.trim() || null,
    price: toCents(form.price),
    state: form.state,
  };
}

/** Converts the form to the body of a new event, without unknown fields. */
export function toNewEvent({ state: _, audience, ...body }: EventBody) {
  const known = Object.entries(body).filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(known) as Known<typeof body>), ...(audience === 'FAMILIES' && { audience }) };
}

type Known<Body> = { [Name in keyof Body]: Exclude<Body[Name], null> | (null extends Body[Name] ? undefined : never) };

/** '2,50' is 250; empty is null. */
const toCents = (euros: string) => (euros.trim() ? Math.round(Number(euros.trim().replace(',', '.')) * 100) : null);

type EventBody = ReturnType<typeof toEventBody>;

const datesRequired = 'Las fechas de inicio y fin son requeridas';

/** `isNew`: teams and start are enough; everything else has a default, and is folded away. */
export function EventFields({ form, isNew = false }: { form: UseFormReturn<EventForm>; isNew?: boolean }) {
  return (
    <>
      <TeamFields form={form} isNew={isNew} />
      <DateFields form={form} isNew={isNew} />
      <TextField
        form={form}
        name="title"
        label="Título"
        validate={(title) => !isBlank(title) || 'El título del evento es requerido'}
        maxLength={200}
        hint="Se pone solo con los equipos. Puedes cambiarlo."
      />
      {isNew ? <FoldedFields form={form} /> : <OtherFields form={form} isNew={false} />}
    </>
  );
}

function DateFields({ form, isNew }: { form: UseFormReturn<EventForm>; isNew: boolean }) {
  const { register, setValue, getValues, formState } = form;
  const { errors } = formState;
  const lastStart = useRef(getValues('start'));
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <DateTimeInput
        label="Inicio"
        required
        error={errors.start?.message}
        {...register('start', {
          required: datesRequired,
          deps: 'end',
          onChange: () => {
            const { start, end } = getValues();
            // An end that the user has set stays.
            if (isNew && (end === '' || end === addTwoHours(lastStart.current)))
              setValue('end', addTwoHours(start), { shouldDirty: true });
            lastStart.current = start;
          },
        })}
      />
      <DateTimeInput
        label="Fin"
        required
        error={errors.end?.message}
        {...register('end', {
          required: datesRequired,
          validate: (end, { start }) =>
            end > start || !start || 'La fecha de fin debe ser posterior a la fecha de inicio',
        })}
      />
    </div>
  );
}

/** Returns the time two hours later, as a form's value; '' for an incomplete one. */
function addTwoHours(start: string): string {
  const from = fromMadridInput(start);
  return from ? toMadridInput(new Date(Date.parse(from) + 2 * 3_600_000).toISOString()) : '';
}

/** The folded fields; their summary says what holds unless they are opened. */
function FoldedFields({ form }: { form: UseFormReturn<EventForm> }) {
  const { isClubStaff } = useManagement();
  const { sport, category, visible, isPublic, isForFamilies } = form.watch();
  const facts = [
    sportName(sport),
    category && ageCategoryNames[category],
    visible ? 'Se ve' : 'Oculto',
    isForFamilies ? 'Solo familias' : !isClubStaff && (isPublic ? 'Gratis para todos' : 'Solo con acceso'),
  ];
  return (
    <details className="group rounded-md border border-line bg-surface">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2 font-semibold">
        <span className="transition-transform group-open:rotate-90">
          <Icon name="right" size={16} />
        </span>
        Más datos
        <span className="text-small font-normal text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-4">
        <OtherFields form={form} isNew />
      </div>
    </details>
  );
}

function OtherFields({ form, isNew }: { form: UseFormReturn<EventForm>; isNew: boolean }) {
  const { isClubStaff } = useManagement();
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const { id: eventId } = useParams();
  return (
    <>
      {!isNew && <Select label="Estado" choices={states} hint={stateHints[watch('state')]} {...register('state')} />}
      <Select label="Deporte" choices={sportChoices} {...register('sport')} />
      <MatchFields form={form} />
      <Textarea label="Descripción" maxLength={5000} error={errors.summary?.message} {...register('summary')} />
      <div className="flex flex-wrap gap-x-8">
        {!isClubStaff && (
          <SwitchField
            control={control}
            name="isPublic"
            label="Evento público"
            on="Cualquiera puede verlo"
            off="Solo con acceso"
          />
        )}
        <SwitchField control={control} name="visible" label="Evento visible" on="Se ve" off="Oculto" />
        <SwitchField
          control={control}
          name="isForFamilies"
          label="Solo familias"
          on="Solo quien el club ha confirmado"
          off="Para todos"
        />
      </div>
      {watch('isForFamilies') && (
        <p className="-mt-3 text-note text-muted">
          {watch('category')
            ? 'No sale en listas, buscador ni avisos, y no se vende. Lo ven las familias confirmadas de los equipos que juegan.'
            : 'Pon la categoría: sin ella el partido no es de ningún equipo y no lo ve nadie.'}
        </p>
      )}
      {watch('isForFamilies') && !formState.defaultValues?.isForFamilies && eventId && (
        <FamiliesCost eventId={eventId} />
      )}
      {watch('isPublic') && !watch('isForFamilies') && !isClubStaff && (
        <p className="-mt-3 text-note text-muted">Los directos y videos de este evento se podrán ver sin pagar.</p>
      )}
    </>
  );
}

const states = eventStates.map((value) => ({ value, label: stateNames[value] }));

const stateHints: Partial<Record<EventState, string>> = {
  POSTPONED:
    'Quien lo compró conserva su acceso. Cambia las fechas cuando se sepan: hasta entonces se lee «Fecha por confirmar».',
  CANCELLED: 'Deja de venderse, y en todas partes se lee «Cancelado».',
};

/** Returns true if all mandatory fields are filled; submitting validates their content. */
export const isComplete = ({ title, start, end }: EventForm) => !isBlank(title) && start !== '' && end !== '';
