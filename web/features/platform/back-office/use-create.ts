/**
 * The form that creates an item. After saving, it shows the success, then opens the page whose path `send` returned.
 */

import { useQueryClient } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { errorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { useDelayedNavigate } from '../../../lib/use-delayed-navigate.ts';
import { mandatoryHint } from '../../../ui/form-layout.tsx';
import { useSave } from '../../../ui/use-save.ts';

export function useCreate<Form extends FieldValues>({
  empty,
  isComplete,
  hasFile = false,
  send,
  staleKeys,
  success,
  failure,
}: {
  empty: Form;
  /** Returns true if all mandatory fields are filled; submitting validates their content. */
  isComplete: (form: Form) => boolean;
  /** True if a file was chosen, which leaving the page would lose as well. */
  hasFile?: boolean;
  send: (form: Form) => Promise<string>;
  /** Query keys of the lists that will show the item. */
  staleKeys: readonly Resource[];
  success: string | ((form: Form) => string);
  /** Text for failures without a message of the server. */
  failure: string;
}) {
  const queries = useQueryClient();
  const navigateLater = useDelayedNavigate();
  const { run, isSaving, isSaved, failure: saveFailure } = useSave();
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: empty as DefaultValues<Form> });
  const ready = isComplete(form.watch());
  return {
    form,
    layout: {
      onSubmit: form.handleSubmit((filled) =>
        run(
          async () => {
            const next = await send(filled);
            await readAgain(queries, staleKeys);
            navigateLater(next);
          },
          typeof success === 'string' ? success : success(filled),
          (error) => errorText(error, failure),
        ),
      ),
      ready,
      busy: isSaving || isSaved,
      failure: saveFailure,
      hint: ready ? undefined : mandatoryHint,
      unsaved: !isSaved && (form.formState.isDirty || hasFile),
    },
  };
}
