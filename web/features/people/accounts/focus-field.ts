export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
  else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
