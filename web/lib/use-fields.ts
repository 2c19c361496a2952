/**
 * A form whose values are plain state: shows a text beside each wrong field, focuses the first of them, and sends the
 * values once none is wrong. Forms of the back office use react-hook-form (`useEdit`, `useCreate`).
 */
import { type FormEvent, useState } from 'react';
import { type ErrorText, errorText } from './api.ts';

/** Texts of the wrong fields, in the form's order. */
export type Problems<Values> = Partial<Record<keyof Values, string>>;

type NameOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values] & string;

export type Fields<Values extends object> = ReturnType<typeof useFields<Values>>;

interface Options<Values extends object> {
  empty: Values | (() => Values);
  validate: (values: Values) => Problems<Values> | undefined;
  /** `clear` empties the form. */
  send: (values: Values, clear: () => void) => Promise<unknown>;
  /** Returns the text for an error of `send`. */
  toText?: (error: unknown) => ErrorText | string;
  /** Shows the form's next step, instead of sending. */
  next?: (() => void) | undefined;
}

export function useFields<Values extends object>({ empty, validate, send, toText = errorText, next }: Options<Values>) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Problems<Values>>({});
  const [failure, setFailure] = useState<ErrorText | string>();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');

  function set(change: Partial<Values>): void {
    setValues({ ...values, ...change });
    const changed = Object.keys(change).map((name) => [name, undefined]);
    setErrors((before) => ({ ...before, ...Object.fromEntries(changed) }));
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (phase === 'sending') return;
    const problems: Problems<Values> = validate(values) ?? {};
    setErrors(problems);
    setFailure(undefined);
    const [first] = Object.keys(problems);
    if (first) return focusField(event.currentTarget, first);
    if (next) return next();
    setPhase('sending');
    try {
      await send(values, () => setValues(empty));
      setPhase('done');
    } catch (error) {
      setFailure(toText(error));
      setPhase('editing');
    }
  }

  return {
    values,
    set,
    errors,
    failure,
    phase,
    submit,
    /** Attributes of a form that shows one problem, until the user types anywhere. */
    attributes: { noValidate: true, className: 'flex flex-col gap-5', onSubmit: submit, onInput: () => setErrors({}) },
    /** Returns an input's props; `clean` corrects the text that is typed. */
    field: (name: NameOf<Values, string>, clean = (text: string) => text) => ({
      name: name as string,
      value: values[name] as string,
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) =>
        set({ [name]: clean(target.value) } as unknown as Partial<Values>),
    }),
    /** Returns a checkbox's props. */
    box: (name: NameOf<Values, boolean>) => ({
      name: name as string,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: ({ target }: { target: { checked: boolean } }) =>
        set({ [name]: target.checked } as unknown as Partial<Values>),
    }),
  };
}

export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
  else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
