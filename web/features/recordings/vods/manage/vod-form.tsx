/** The form of a recording, to upload and to edit, with its conversion to the API's body. */
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Sport } from '../../../../../shared/contract/schema.ts';
import type { ManagedVod } from '../../../../../shared/contract/vod.ts';
import type { ClubChoice } from '../../../../ui/club-picker.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { ClubsField } from '../../../platform/back-office/clubs-field.tsx';
import { SportField } from '../../../platform/back-office/event-field.tsx';
import { toIds } from '../../../platform/back-office/list-filters.ts';
import { SwitchField } from '../../../platform/back-office/switch-field.tsx';
import { TextField } from '../../../platform/back-office/text-field.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export interface VodForm {
  title: string;
  summary: string;
  sport: Sport;
  sportEventId: string;
  visible: boolean;
  clubs: ClubChoice[];
}

export const emptyVod: VodForm = {
  title: '',
  summary: '',
  sport: 'SOCCER',
  sportEventId: '',
  visible: false,
  clubs: [],
};

export const toVodForm = ({ title, summary, sport, sportEventId, visible, clubs }: ManagedVod): VodForm => ({
  title,
  summary,
  sport,
  sportEventId: sportEventId ?? '',
  visible,
  clubs: clubs.map(({ id, name }) => ({ id, name })),
});

export const toVodBody = ({ title, sportEventId, clubs, ...rest }: VodForm) => ({
  ...rest,
  title: title.trim(),
  sportEventId: sportEventId || null,
  clubIds: toIds(clubs),
});

interface Props {
  form: UseFormReturn<VodForm>;
  hasSport: boolean;
  whenVisible: string;
  /** Field for the recording's event. */
  children: ReactNode;
}

export function VodFields({ form, hasSport, whenVisible, children }: Props) {
  const { isClubStaff } = useManagement();
  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Título"
        requiredError="El título del video es requerido"
        maxLength={200}
      />
      {hasSport && <SportField form={form} />}
      {children}
      <Textarea label="Descripción" maxLength={5000} {...form.register('summary')} />
      <ClubsField control={form.control} />
      {!isClubStaff && (
        <SwitchField control={form.control} name="visible" label="Video visible" on={whenVisible} off="Oculto" />
      )}
    </>
  );
}
