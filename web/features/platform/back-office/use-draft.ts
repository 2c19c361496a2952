/**
 * Keeps a form's input while the user creates the event that it lacks, and selects that event, unsaved, on return. Kept
 * in memory per user, because files cannot be stored elsewhere.
 */
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
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
  const draftKey = `${user?.id} ${key}`;
  const { dirtyFields } = form.formState;
  const [query] = useSearchParams();
  const sportEventId = query.get('sportEventId');
  const sport = query.get('sport');

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on mount
  useEffect(() => {
    const draft = drafts.get(draftKey);
    if (!draft) return;
    drafts.delete(draftKey);
    setValues(draft.values);
    restoreFiles?.(draft.files);
  }, [draftKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each created event
  useEffect(() => {
    if (sportEventId) setValues({ ...((sport === 'SOCCER' || sport === 'BASKET') && { sport }), sportEventId });
  }, [sportEventId, sport]);

  function setValues(values: FieldValues) {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true });
    }
  }

  return () => {
    const values = form.getValues();
    const typed = Object.keys(dirtyFields).map((name) => [name, values[name]]);
    drafts.set(draftKey, { values: Object.fromEntries(typed), files });
  };
}
