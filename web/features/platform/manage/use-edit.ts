/**
 * Saves the changed fields of an edit form. Concurrent edits: a field that another user has changed meanwhile is never
 * overwritten silently; changes to other fields do not conflict.
 */
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { isConflict } from '../../../lib/api.ts';
import { useSave } from '../../../ui/use-save.ts';

export class EditConflict extends Error {}

export function useEdit<Item extends { version?: number | undefined }, Form extends FieldValues>({
  item,
  toForm,
  reload,
}: {
  item: Item;
  toForm: (item: Item) => Form;
  /** Refetches the item; the page renders the result. */
  reload: () => Promise<Item | undefined>;
}) {
  const { run, isSaving, isConflict: isConflicting, failure: saveFailure, reset } = useSave();
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: toForm(item) as DefaultValues<Form>,
    // The item may change meanwhile (list switches, processing); dirty fields keep their input.
    values: toForm(item),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;

  // Field values when editing began.
  const seen = useRef(toForm(item));
  useEffect(() => {
    if (!isDirty) seen.current = toForm(item);
  }, [isDirty, item, toForm]);

  /** `send` receives the version that the server must still have. */
  async function save(send: (version: Item['version']) => Promise<unknown>): Promise<void> {
    const mine = form.getValues();
    const hasConflict = (latest: Item) =>
      Object.keys(dirtyFields).some((name) => {
        const theirs = toForm(latest)[name];
        return !isSame(theirs, seen.current[name]) && !isSame(theirs, mine[name]);
      });
    if (hasConflict(item)) throw new EditConflict();
    try {
      await send(item.version);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await reload();
      if (!latest || hasConflict(latest)) throw new EditConflict();
      await send(latest.version);
    }
  }

  /** Discards the input and loads the other user's changes. */
  async function loadLatest(): Promise<void> {
    const latest = (await reload()) ?? item;
    seen.current = toForm(latest);
    form.reset(toForm(latest), fullReset);
    reset();
  }

  /** Takes the sent values as the saved ones; text typed while they were sent stays as a change. */
  function keepLaterInput(sent: Form): void {
    const now = form.getValues();
    form.reset(sent as DefaultValues<Form>, { keepValues: true });
    for (const name of Object.keys(sent) as Path<Form>[]) {
      if (!isSame(now[name], sent[name])) form.setValue(name, now[name], { shouldDirty: true });
    }
  }

  return {
    form,
    isDirty,
    /** Props for the form layout. */
    layout: {
      ready: isDirty,
      busy: isSaving,
      awake: isDirty,
      hint: isDirty ? 'Hay cambios sin guardar' : undefined,
      onReset: () => {
        form.reset(toForm(item), fullReset);
        reset();
      },
      failure: saveFailure,
      conflict: isConflicting ? { onReload: loadLatest, onStay: reset } : undefined,
    },
    save: (
      send: (version: Item['version']) => Promise<unknown>,
      success: string,
      failure: (error: unknown) => string,
    ) =>
      run(
        async () => {
          const sent = form.getValues();
          await save(send);
          keepLaterInput(sent);
          const latest = await reload();
          if (latest) seen.current = toForm(latest);
        },
        success,
        failure,
        (error) => error instanceof EditConflict,
      ),
  };
}

/** Unlike a reset by newer data, an explicit reset discards the input. */
const fullReset = { keepDirtyValues: false };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
