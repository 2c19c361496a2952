/** The ad form, to create and to edit, with its conversion to the API's body. */
import type { UseFormReturn } from 'react-hook-form';
import type { AdVideo } from '../../../../shared/contract/ads.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';
import { ClubsField } from '../../platform/back-office/clubs-field.tsx';
import { toIds } from '../../platform/back-office/list-filters.ts';
import { SwitchField } from '../../platform/back-office/switch-field.tsx';
import { TextField } from '../../platform/back-office/text-field.tsx';

export interface AdForm {
  title: string;
  /** Text as typed. */
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

/** `defaultPriority` replaces a priority that is not a number of at least 1: 1 on upload, null (last) on edit. */
export const toAdBody = ({ title, priority, visible, clubs }: AdForm, defaultPriority: number | null) => ({
  title: title.trim(),
  visible,
  clubIds: toIds(clubs),
  emissionPriority: /^[1-9]\d{0,5}$/.test(priority.trim()) ? Number(priority.trim()) : defaultPriority,
});

export function AdFields({ form, isPriorityRequired }: { form: UseFormReturn<AdForm>; isPriorityRequired: boolean }) {
  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Título"
        requiredError="El título del anuncio es requerido"
        maxLength={200}
      />
      <ClubsField
        control={form.control}
        hint="Se emite antes de los partidos de estos clubes; sin clubes, antes de todos."
      />
      <TextField
        form={form}
        name="priority"
        label="Prioridad de emisión"
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        hint={
          isPriorityRequired
            ? 'Cuanto más alta, antes se emite.'
            : 'Cuanto más alta, antes se emite. Vacía, se emite al final.'
        }
        validate={(priority) =>
          isPriorityRequired ||
          isBlank(priority) ||
          /^[1-9]\d{0,5}$/.test(priority.trim()) ||
          'El valor debe ser 1 o mayor'
        }
      />
      <SwitchField control={form.control} name="visible" label="Anuncio visible" on="Se ve" off="Oculto" />
    </>
  );
}
