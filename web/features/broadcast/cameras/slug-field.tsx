/** The slug of a camera or broadcast profile, which the server validates too. */
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form';
import { TextField } from '../../platform/back-office/text-field.tsx';

export function SlugField<Form extends { slug: string }>({ form, hint }: { form: UseFormReturn<Form>; hint?: string }) {
  return (
    <TextField
      form={form}
      name={'slug' as FieldPath<Form>}
      label="Slug"
      requiredError="El slug es requerido"
      validate={(slug: FieldPathValue<Form, FieldPath<Form>>) =>
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim()) || 'El slug solo puede tener letras minúsculas, números y guiones'
      }
      maxLength={60}
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
    />
  );
}
