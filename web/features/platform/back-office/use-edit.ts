/**
 * Saves the changed fields of an edit form. A field that another user has changed meanwhile is never overwritten
 * silently; changes of other fields do not conflict.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { errorText, isConflict } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { useSave } from '../../../ui/use-save.ts';

export class EditConflict extends Error {}

export function useEdit<Item extends { version?: number | undefined }, Form extends FieldValues, Body extends object>({
  item,
  reload,
  toForm,
  toBody,
  send,
  staleKeys,
  success,
  failure,
}: {
  item: Item;
  /** Fetches the item again; the page renders the result. */
  reload: () => Promise<Item | undefined>;
  toForm: (item: Item) => Form;
  toBody: (form: Form) => Body;
  /** Sends the changed fields of the body, with the version that the server must still have. */
  send: (changes: Partial<Body>, version: Item['version']) => Promise<unknown>;
  staleKeys: readonly Resource[];
  success: string;
  /** Text for failures without a message of the server. */
  failure?: string;
}) {
  const queries = useQueryClient();
  const { run, isSaving, isConflict: isConflicting, failure: saveFailure, reset } = useSave();
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: toForm(item) as DefaultValues<Form>,
    // The item may change meanwhile (list switches, processing): only fields that the user has changed keep their
    // input.
    values: toForm(item),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;

  // Field values when editing began.
  const baseline = useRef(toForm(item));
  useEffect(() => {
    if (!isDirty) baseline.current = toForm(item);
  }, [isDirty, item, toForm]);

  async function save(input: Form): Promise<void> {
    const changes = pickChangedFields(toBody(toForm(item)), toBody(input));
    const hasConflict = (latest: Item) =>
      Object.keys(dirtyFields).some((name) => {
        const theirs = toForm(latest)[name];
        return !isSame(theirs, baseline.current[name]) && !isSame(theirs, input[name]);
      });
    if (hasConflict(item)) throw new EditConflict();
    try {
      await send(changes, item.version);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await reload();
      if (!latest || hasConflict(latest)) throw new EditConflict();
      await send(changes, latest.version);
    }
    void readAgain(queries, staleKeys);
  }

  /** Discards the input, and loads the other user's changes. */
  async function loadLatest(): Promise<void> {
    const latest = (await reload()) ?? item;
    baseline.current = toForm(latest);
    form.reset(toForm(latest), fullReset);
    reset();
  }

  /** Makes the sent values the saved ones; text typed meanwhile stays as an unsaved change. */
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
    layout: {
      onSubmit: form.handleSubmit((filled) =>
        run(
          async () => {
            await save(filled);
            keepLaterInput(filled);
            const latest = await reload();
            if (latest) baseline.current = toForm(latest);
          },
          success,
          (error) => errorText(error, failure),
          (error) => error instanceof EditConflict,
        ),
      ),
      ready: isDirty,
      busy: isSaving,
      isHighlighted: isDirty,
      hint: isDirty ? 'Hay cambios sin guardar' : undefined,
      onReset: () => {
        form.reset(toForm(item), fullReset);
        reset();
      },
      failure: saveFailure,
      conflict: isConflicting ? { onReload: loadLatest, onStay: reset } : undefined,
    },
  };
}

/** An explicit reset discards the input; one by newer data keeps it. */
const fullReset = { keepDirtyValues: false };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function pickChangedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(after[name], before[name])).map((name) => [name, after[name]]),
  ) as Partial<T>;
}
