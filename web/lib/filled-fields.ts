/**
 * Tells React about values that a password manager or the browser has written into a form without an event; otherwise
 * they would be missing when the form is sent, and the next rendering would remove them.
 */

/** The last value of each field that React knows. */
const known = new WeakMap<HTMLInputElement, string>();

let isTelling = false;

function tellOthers(form: HTMLFormElement, typed: EventTarget | null): void {
  if (isTelling) return;
  isTelling = true;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field === typed || /checkbox|radio|file|range/.test(field.type))
      continue;
    if (field.value !== (known.get(field) ?? '')) field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  isTelling = false;
}

addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLInputElement) known.set(target, target.value);
  },
  true,
);

// Runs before React handles the events, because each may render the form.
for (const kind of ['input', 'click', 'focusin', 'submit']) {
  const onEvent = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form');
    if (form) tellOthers(form, target);
  };
  addEventListener(kind, onEvent, true);
}
