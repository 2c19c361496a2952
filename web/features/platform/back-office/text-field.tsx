/** A form's single-line text with its error. `requiredError` makes it mandatory, and is the error while it is empty. */
import type { ComponentProps } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { TextInput } from '../../../ui/text-input.tsx';

export function TextField<Form extends FieldValues, Name extends FieldPath<Form>>({
  form,
  name,
  requiredError,
  validate,
  deps,
  ...rest
}: {
  form: UseFormReturn<Form>;
  name: Name;
  requiredError?: string;
  /** Validates a text that is not missing; returns the error, or true. */
  validate?: (text: FieldPathValue<Form, Name>, values: Form) => string | true;
  /** Fields that are validated again after this one. */
  deps?: FieldPath<Form>;
} & Omit<ComponentProps<typeof TextInput>, 'form' | 'name' | 'required' | 'error' | 'ref'>) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <TextInput
      required={requiredError !== undefined || undefined}
      error={error?.message}
      {...rest}
      {...form.register(name, {
        deps,
        validate: (text, values) =>
          requiredError && isBlank(text ?? '') ? requiredError : (validate?.(text, values) ?? true),
      })}
    />
  );
}
