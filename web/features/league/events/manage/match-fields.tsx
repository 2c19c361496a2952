import type { UseFormReturn } from 'react-hook-form';
import { ageCategories, ageCategoryNames, matchTitle, teamLetters } from '../../../../../shared/domain/match.ts';
import { isBlank } from '../../../../../shared/domain/visible-text.ts';
import type { Choice } from '../../../../ui/select.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../platform/manage/text-field.tsx';
import type { EventForm } from './event-form-values.ts';

type Sides = Pick<EventForm, 'homeClubId' | 'awayClubId'>;

export function MatchFields({ form }: { form: UseFormReturn<EventForm> }) {
  const { register, watch, setValue, getValues } = form;
  const { clubs, ...sides } = getFormSides(watch());
  // The opponent often is not a club of the platform.
  const only = clubs.length === 1 ? clubs[0] : undefined;
  const teams = clubs.map(({ id, name }) => ({ value: id, label: name }));

  function choose(chosen: Sides) {
    const { title, homeTeam, awayTeam } = getValues();
    // A letter stays with its club.
    const findLetter = (id: string) =>
      id === '' ? '' : id === sides.homeClubId ? homeTeam : id === sides.awayClubId ? awayTeam : '';
    const proposed = proposeTitle({ ...chosen, clubs });
    for (const name of ['homeClubId', 'awayClubId'] as const) setValue(name, chosen[name], { shouldDirty: true });
    setValue('homeTeam', findLetter(chosen.homeClubId), { shouldDirty: true });
    setValue('awayTeam', findLetter(chosen.awayClubId), { shouldDirty: true });
    // A title that the user has typed stays.
    if (proposed && (isBlank(title) || title === proposeTitle({ ...sides, clubs })))
      setValue('title', proposed, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <>
      {only && (
        <Select
          label={`¿Cómo juega ${only.name}?`}
          placeholder="Sin indicar"
          choices={places}
          value={sides.homeClubId ? 'home' : sides.awayClubId ? 'away' : ''}
          onChange={({ target: { value } }) =>
            choose({ homeClubId: value === 'home' ? only.id : '', awayClubId: value === 'away' ? only.id : '' })
          }
        />
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
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Select label="Categoría" placeholder="Sin categoría" choices={categories} {...register('category')} />
        <TextField form={form} name="matchday" label="Jornada" hint="Un número, o la ronda: Semifinal" maxLength={40} />
      </div>
      {watch('category') && (sides.homeClubId || sides.awayClubId) && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {(['home', 'away'] as const).map((side) => {
            const club = clubs.find(({ id }) => id === sides[`${side}ClubId`]);
            return (
              club && (
                <Select
                  key={side}
                  label={`Equipo de ${club.name}`}
                  placeholder="El único de la categoría"
                  choices={letters}
                  {...register(`${side}Team`)}
                />
              )
            );
          })}
        </div>
      )}
      <TextField form={form} name="competition" label="Competición" maxLength={100} />
      <TextField form={form} name="venue" label="Campo o pabellón" maxLength={100} />
    </>
  );
}

const places: Choice[] = [
  { value: 'home', label: 'Como local' },
  { value: 'away', label: 'Como visitante' },
];

const letters: Choice[] = teamLetters.map((value) => ({ value, label: value }));

const categories: Choice[] = ageCategories.map((value) => ({ value, label: ageCategoryNames[value] }));

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

function proposeTitle({ clubs, homeClubId, awayClubId }: Sides & Pick<EventForm, 'clubs'>): string | undefined {
  const [home, away] = [homeClubId, awayClubId].map((side) => clubs.find(({ id }) => id === side));
  return home && away && matchTitle(home, away);
}
