/** The fields of the teams: the clubs, which of them plays at home, and a rival that is no club of the platform. */
import { Controller, type UseFormReturn } from 'react-hook-form';
import { matchTitle } from '../../../../../shared/domain/match.ts';
import { isBlank } from '../../../../../shared/domain/visible-text.ts';
import { type Choice, Select } from '../../../../ui/select.tsx';
import { TextInput } from '../../../../ui/text-input.tsx';
import { ClubsField } from '../../../platform/back-office/clubs-field.tsx';
import type { EventForm } from './event-form-values.ts';

type Sides = Pick<EventForm, 'homeClubId' | 'awayClubId'>;

export function TeamFields({ form, isNew }: { form: UseFormReturn<EventForm>; isNew: boolean }) {
  const { control, watch, setValue, getValues } = form;
  const { clubs, ...sides } = getFormSides(watch());
  const only = clubs.length === 1 ? clubs[0] : undefined;
  const teams = clubs.map(({ id, name }) => ({ value: id, label: name }));

  /** Sets the fields, and the title with them, unless the user has typed one. `before`: values before the change. */
  function change(fields: Partial<EventForm>, before = getValues()) {
    const proposed = proposeTitle({ ...getValues(), ...fields });
    for (const [name, value] of Object.entries(fields) as [keyof EventForm, string][])
      setValue(name, value, { shouldDirty: true });
    if (proposed && (isBlank(before.title) || before.title === proposeTitle(before)))
      setValue('title', proposed, { shouldDirty: true, shouldValidate: true });
  }

  function choose(chosen: Sides) {
    const { homeTeam, awayTeam } = getValues();
    // A letter stays with its club.
    const findLetter = (id: string) =>
      id === '' ? '' : id === sides.homeClubId ? homeTeam : id === sides.awayClubId ? awayTeam : '';
    change({ ...chosen, homeTeam: findLetter(chosen.homeClubId), awayTeam: findLetter(chosen.awayClubId) });
  }

  return (
    <>
      <ClubsField
        control={control}
        onChosen={(chosen, before) => {
          // The first of two clubs plays at home, until the user says otherwise.
          const [home, away, more] = chosen;
          const isPair = home && away && !more && !sides.homeClubId && !sides.awayClubId;
          if (isPair) change({ homeClubId: home.id, awayClubId: away.id }, { ...getValues(), clubs: before });
        }}
      />
      {only && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {isNew && (
            <Controller
              control={control}
              name="rival"
              render={({ field }) => (
                <TextInput
                  label="Rival"
                  hint="Basta con escribir su nombre."
                  maxLength={80}
                  {...field}
                  onChange={({ target: { value } }) =>
                    change({ rival: value, ...(!sides.homeClubId && !sides.awayClubId && { homeClubId: only.id }) })
                  }
                />
              )}
            />
          )}
          <Select
            label={`¿Cómo juega ${only.name}?`}
            placeholder="Sin indicar"
            choices={places}
            value={sides.homeClubId ? 'home' : sides.awayClubId ? 'away' : ''}
            onChange={({ target: { value } }) =>
              choose({ homeClubId: value === 'home' ? only.id : '', awayClubId: value === 'away' ? only.id : '' })
            }
          />
        </div>
      )}
      {teams.length > 1 && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Select
            label="Equipo local"
            placeholder="Ninguno"
            choices={teams}
            value={sides.homeClubId}
            onChange={({ target }) => choose(setHomeSide(sides, target.value, teams))}
          />
          <Select
            label="Equipo visitante"
            placeholder="Ninguno"
            choices={teams}
            value={sides.awayClubId}
            onChange={({ target }) => choose(swapSides(setHomeSide(swapSides(sides), target.value, teams)))}
          />
        </div>
      )}
    </>
  );
}

const places: Choice[] = [
  { value: 'home', label: 'Como local' },
  { value: 'away', label: 'Como visitante' },
];

export function getFormSides({ clubs, homeClubId, awayClubId }: EventForm) {
  const keepIfClub = (side: string) => (clubs.some(({ id }) => id === side) ? side : '');
  return { clubs, homeClubId: keepIfClub(homeClubId), awayClubId: keepIfClub(awayClubId) };
}

/** Sets the home side. Of two clubs, the other becomes the opponent; choosing the opponent swaps both. */
function setHomeSide(sides: Sides, homeClubId: string, teams: readonly Choice[]): Sides {
  const { awayClubId } = sides;
  if (homeClubId !== '' && homeClubId === awayClubId) return { homeClubId, awayClubId: sides.homeClubId };
  const rival = teams.length === 2 ? teams.find(({ value }) => value !== homeClubId)?.value : undefined;
  return { homeClubId, awayClubId: (homeClubId !== '' && awayClubId === '' && rival) || awayClubId };
}

const swapSides = ({ homeClubId, awayClubId }: Sides): Sides => ({ homeClubId: awayClubId, awayClubId: homeClubId });

function proposeTitle(form: EventForm): string | undefined {
  const { clubs, homeClubId, awayClubId } = getFormSides(form);
  const rival = clubs.length === 1 && !isBlank(form.rival) ? { name: form.rival.trim() } : undefined;
  const findSide = (id: string) => clubs.find((club) => club.id === id);
  const home = findSide(homeClubId) ?? (awayClubId ? rival : undefined);
  const away = findSide(awayClubId) ?? (homeClubId ? rival : undefined);
  return home && away && matchTitle(home, away);
}
