/** A camera's mode, shown as the opposite of `isTest`. */
import { type Control, Controller, type FieldPath } from 'react-hook-form';
import { Switch } from '../../../ui/switch.tsx';

export function ProductionField<Form extends { isTest: boolean }>({ control }: { control: Control<Form> }) {
  return (
    <Controller
      control={control}
      name={'isTest' as FieldPath<Form>}
      render={({ field }) => (
        <Switch
          label="En producción"
          checked={!field.value}
          onChange={(production) => field.onChange(!production)}
          text={field.value ? 'En pruebas: los usuarios no la ven' : 'La ven los usuarios'}
        />
      )}
    />
  );
}
