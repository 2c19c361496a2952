/** The match's category, teams, matchday, competition and ground. */
import type { UseFormReturn } from 'react-hook-form';
import { ageCategories, ageCategoryNames, teamLetters } from '../../../../../shared/domain/match.ts';
import { formatPrice } from '../../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../../lib/config-context.tsx';
import { type Choice, Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../platform/back-office/text-field.tsx';
import type { EventForm } from './event-form-values.ts';
import { getFormSides } from './team-fields.tsx';

export function MatchFields({ form }: { form: UseFormReturn<EventForm> }) {
  const { register, watch } = form;
  const { clubs, ...sides } = getFormSides(watch());
  return (
    <>
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
      <PriceField form={form} />
    </>
  );
}

/** Empty, the match costs what the others do. The server says when somebody has bought already. */
function PriceField({ form }: { form: UseFormReturn<EventForm> }) {
  const { prices } = useConfig();
  const { eventMin = prices.event, eventMax = prices.event } = prices;
  const limits = `Entre ${formatPrice(eventMin)} y ${formatPrice(eventMax)}`;
  return (
    <TextField
      form={form}
      name="price"
      label="Precio en euros"
      inputMode="decimal"
      maxLength={6}
      placeholder={String(prices.event).replace('.', ',')}
      hint={`${limits}, IVA incluido. Sin él, ${formatPrice(prices.event)}. No cambia desde que alguien lo compra.`}
      validate={(text) => {
        const euros = Number(text.trim().replace(',', '.'));
        return text.trim() === '' || (euros >= eventMin && euros <= eventMax) || `${limits}, como 2,50`;
      }}
    />
  );
}

const letters: Choice[] = teamLetters.map((value) => ({ value, label: value }));

const categories: Choice[] = ageCategories.map((value) => ({ value, label: ageCategoryNames[value] }));
