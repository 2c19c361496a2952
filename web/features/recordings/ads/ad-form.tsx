/** The ad form, shared by create and edit, and its conversion to the API's body. */
import type { UseFormReturn } from 'react-hook-form';
import type { AdVideo } from '../../../../shared/contract/ads.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ClubsField } from '../../platform/manage/clubs-field.tsx';
import { SwitchField } from '../../platform/manage/switch-field.tsx';

export interface AdForm {
  title: string;
  /** As typed. */
  priority: string;
  visible: boolean;
  clubs: ClubChoice[];
}

export const emptyAd: AdForm = { title: '', priority: '1', visible: true, clubs: [] };

export const toAdForm = (ad: AdVideo): AdForm => ({
  title: ad.title,
  priority: String(ad.emissionPriority ?? ''),
  visible: ad.visible,
  clubs: ad.clubs.map(({ id, name }) => ({ id, name })),
});

/** `otherwise` replaces a priority below 1 or without a number: 1 on upload, none on edit. */
export const toAdBody = ({ title, priority, visible }: AdForm, otherwise: number | null) => ({
  title: title.trim(),
  visible,
  emissionPriority: /^[1-9]\d{0,5}$/.test(priority.trim()) ? Number(priority.trim()) : otherwise,
});

export function AdFields({ form, priorityRequired }: { form: UseFormReturn<AdForm>; priorityRequired: boolean }) {
  const { register, control, formState } = form;
  return (
    <>
      <TextInput
        label="Título"
        required
        maxLength={200}
        error={formState.errors.title?.message}
        {...register('title', { validate: (title) => title.trim() !== '' || 'El título del anuncio es requerido' })}
      />
      <ClubsField
        control={control}
        name="clubs"
        hint="Se emite antes de los partidos de estos clubes; sin clubes, antes de todos."
      />
      <TextInput
        label="Prioridad de emisión"
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        hint={
          priorityRequired
            ? 'Cuanto más alta, antes se emite.'
            : 'Cuanto más alta, antes se emite. Vacía, se emite al final.'
        }
        error={formState.errors.priority?.message}
        {...register('priority', {
          validate: (priority) =>
            priorityRequired || priority.trim() === '' || /^[1-9]\d{0,5}$/.test(priority.trim())
              ? true
              : 'El valor debe ser 1 o mayor',
        })}
      />
      <SwitchField control={control} name="visible" label="Anuncio visible" on="Se ve" off="Oculto" />
    </>
  );
}
