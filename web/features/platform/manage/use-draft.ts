/**
 * Keeps a form's input while the user creates the event that it needs. In memory and per user, because files cannot be
 * stored elsewhere.
 */
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useSession } from '../../../session/session.tsx';

interface Draft {
  values: FieldValues;
  files: Record<string, File | undefined>;
}

const drafts = new Map<string, Draft>();

/** `key` names the form; `restoreFiles` receives the chosen files. Returns the function that saves the draft. */
export function useDraft<Form extends FieldValues>(
  key: string,
  form: UseFormReturn<Form>,
  files: Draft['files'] = {},
  restoreFiles?: (files: Draft['files']) => void,
): () => void {
  const { user } = useSession();
  const place = `${user?.id} ${key}`;
  const { dirtyFields } = form.formState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on mount
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
