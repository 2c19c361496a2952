/** The fields of a club. */
import type { UseFormReturn } from 'react-hook-form';
import { TextInput } from '../../../../ui/text-input.tsx';
import { SwitchField } from '../../../platform/manage/switch-field.tsx';

export interface ClubForm {
  name: string;
  visible: boolean;
}

export function ClubFields({ form, disabled = false }: { form: UseFormReturn<ClubForm>; disabled?: boolean }) {
  return (
    <>
      <TextInput
        label="Nombre"
        required
        maxLength={120}
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'El nombre del club es requerido' })}
      />
      <SwitchField
        control={form.control}
        name="visible"
        label="Club visible"
        on="Visible en la web"
        off="Oculto"
        disabled={disabled}
      />
    </>
  );
}
