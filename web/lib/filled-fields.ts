/**
 * Tells React about values that a password manager or the browser has written into a form without an event. Otherwise
 * React would remove them at the next rendering, and the form would be sent without them.
 */

/** Each field's last value that was reported to React. */
const lastValues = new WeakMap<HTMLInputElement, string>();

let isNotifying = false;

function notifyOtherFields(form: HTMLFormElement, typed: EventTarget | null): void {
  if (isNotifying) return;
  isNotifying = true;
  const filled = [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement &&
    field !== typed &&
    isTypedIn(field) &&
    field.value !== (lastValues.get(field) ?? '')
      ? [{ field, value: field.value }]
      : [],
  );
  // React renders after each event and then writes its own values into the fields that are still to be told.
  for (const { field, value } of filled) {
    if (field.value !== value) writeValue?.call(field, value);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  isNotifying = false;
}

const isTypedIn = ({ type }: HTMLInputElement) => !/checkbox|radio|file|range/.test(type);

/** The browser's own setter: React takes a value written by its setter for its own. */
const writeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLInputElement) lastValues.set(target, target.value);
  },
  true,
);

// Capturing listeners run before React handles the event, which may render the form.
for (const kind of ['input', 'click', 'focusin', 'submit']) {
  const onEvent = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form');
    if (form) notifyOtherFields(form, target);
  };
  addEventListener(kind, onEvent, true);
}
