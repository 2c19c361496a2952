/**
 * Saves what was changed on an edit screen, and only that. Two people may edit the same item: what the other one saved
 * in a field that was changed here is never overwritten unseen; changes elsewhere (another field, the processing of a
 * video) do not get in the way.
 */
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { isConflict } from '../../../lib/api.ts';
import { useSubmission } from '../../../ui/submit-overlay.tsx';

export class EditConflict extends Error {}

export function useEdit<Item extends { version?: number | undefined }, Form extends FieldValues>({
  item,
  toForm,
  reload,
}: {
  item: Item;
  toForm: (item: Item) => Form;
  /** Reads the item again; the page shows the answer. */
  reload: () => Promise<Item | undefined>;
}) {
  const { submission, run, close } = useSubmission();
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: toForm(item) as DefaultValues<Form>,
    // The list's switch and the processing change the item meanwhile; what is being typed stays.
    values: toForm(item),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;

  // What the fields showed when editing began.
  const seen = useRef(toForm(item));
  useEffect(() => {
    if (!isDirty) seen.current = toForm(item);
  }, [isDirty, item, toForm]);

  /** `send` gets the version that the server must still have. */
  async function save(send: (version: Item['version']) => Promise<unknown>): Promise<void> {
    const mine = form.getValues();
    const changedElsewhere = (latest: Item) =>
      Object.keys(dirtyFields).some((name) => {
        const theirs = toForm(latest)[name];
        return !same(theirs, seen.current[name]) && !same(theirs, mine[name]);
      });
    if (changedElsewhere(item)) throw new EditConflict();
    try {
      await send(item.version);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await reload();
      if (!latest || changedElsewhere(latest)) throw new EditConflict();
      await send(latest.version);
    }
  }

  /** Gives up what was typed for what the other one saved. */
  async function startOver(): Promise<void> {
    const latest = (await reload()) ?? item;
    seen.current = toForm(latest);
    form.reset(toForm(latest), whole);
    close();
  }

  return {
    form,
    isDirty,
    /** For the form's layout. */
    layout: {
      ready: isDirty,
      busy: submission.state === 'loading',
      awake: isDirty,
      hint: isDirty ? 'Hay cambios sin guardar' : undefined,
      onReset: () => form.reset(toForm(item), whole),
    },
    /** For the overlay that says how the saving goes. */
    overlay: { submission, onClose: close, onReload: startOver },
    save: (
      send: (version: Item['version']) => Promise<unknown>,
      success: string,
      failure: (error: unknown) => string,
    ) =>
      run(
        async () => {
          await save(send);
          form.reset(form.getValues(), whole);
          await reload();
        },
        success,
        failure,
        (error) => error instanceof EditConflict,
      ),
  };
}

/** A reset by hand, unlike one by newer data, gives up what was typed. */
const whole = { keepDirtyValues: false };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
