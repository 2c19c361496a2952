/**
 * Tells React about values that a password manager or the browser has written into a form without an event. React would
 * otherwise remove them at the next rendering, and they would be missing when the form is sent.
 */

/** The last value of each field that React knows. */
const known = new WeakMap<HTMLInputElement, string>();

let isNotifying = false;

function notifyOtherFields(form: HTMLFormElement, typed: EventTarget | null): void {
  if (isNotifying) return;
  isNotifying = true;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field === typed || /checkbox|radio|file|range/.test(field.type))
      continue;
    if (field.value !== (known.get(field) ?? '')) field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  isNotifying = false;
}

addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLInputElement) known.set(target, target.value);
  },
  true,
);

// Capturing listeners run before React handles the events, which may render the form.
for (const kind of ['input', 'click', 'focusin', 'submit']) {
  const onEvent = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form');
    if (form) notifyOtherFields(form, target);
  };
  addEventListener(kind, onEvent, true);
}
