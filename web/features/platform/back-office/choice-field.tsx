/** A form's mandatory choice out of many. `requiredError` is its error while nothing is chosen. */
import type { ComponentProps } from 'react';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';

type Props<Form extends FieldValues> = { control: Control<Form>; name: FieldPath<Form>; requiredError: string } & Omit<
  ComponentProps<typeof ChoicePicker>,
  'required' | 'chosen' | 'onChange' | 'onBlur' | 'error'
>;

export function ChoiceField<Form extends FieldValues>({ control, name, requiredError, ...rest }: Props<Form>) {
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required: requiredError }}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <ChoicePicker {...rest} {...{ onChange, onBlur }} required chosen={value} error={fieldState.error?.message} />
      )}
    />
  );
}
