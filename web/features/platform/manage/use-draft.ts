/**
 * A form that is left for a moment, to create the event that it needs, is found again as it was left. Kept in memory, of
 * one person: files cannot be kept anywhere else.
 */
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useSession } from '../../../session/session.tsx';

interface Draft {
  values: FieldValues;
  files: Record<string, File | undefined>;
}

const drafts = new Map<string, Draft>();

/** `key` names the form; `restoreFiles` gets those that were chosen. Gives what keeps the draft before leaving. */
export function useDraft<Form extends FieldValues>(
  key: string,
  form: UseFormReturn<Form>,
  files: Draft['files'] = {},
  restoreFiles?: (files: Draft['files']) => void,
): () => void {
  const { user } = useSession();
  const place = `${user?.id} ${key}`;
  const { dirtyFields } = form.formState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const draft = drafts.get(place);
    if (!draft) return;
    drafts.delete(place);
    for (const [name, value] of Object.entries(draft.values)) {
      form.setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true });
    }
    restoreFiles?.(draft.files);
  }, [place]);

  return () => {
    const values = form.getValues();
    const typed = Object.keys(dirtyFields).map((name) => [name, values[name]]);
    drafts.set(place, { values: Object.fromEntries(typed), files });
  };
}
