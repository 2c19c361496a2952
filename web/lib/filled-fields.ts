/**
 * Tells React about values that a password manager or the browser has written into a form without an event. Otherwise
 * React would remove them at the next rendering, and the form would be sent without them.
 */

/** Each field's last value that React knows. */
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

// Capturing listeners run before React handles the event, which may render the form.
for (const kind of ['input', 'click', 'focusin', 'submit']) {
  const onEvent = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form');
    if (form) notifyOtherFields(form, target);
  };
  addEventListener(kind, onEvent, true);
}
