/** A form's switch, with a text for each state. */
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { Switch } from '../../../ui/switch.tsx';

interface Props<Form extends FieldValues> {
  control: Control<Form>;
  name: FieldPath<Form>;
  label: string;
  on: string;
  off: string;
  disabled?: boolean;
}

export function SwitchField<Form extends FieldValues>({ control, name, label, on, off, disabled }: Props<Form>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={label}
          checked={field.value}
          onChange={field.onChange}
          text={field.value ? on : off}
          disabled={disabled}
        />
      )}
    />
  );
}
