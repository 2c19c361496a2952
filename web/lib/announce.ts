/** Says something to screen readers alone: what everybody else can see by looking. */
export function announce(text: string): void {
  region ??= createRegion();
  // The same text twice in a row is read twice only when it was gone in between.
  region.textContent = '';
  setTimeout(() => {
    if (region) region.textContent = text;
  }, 50);
}

let region: HTMLElement | undefined;

function createRegion(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'sr-only';
  element.ariaLive = 'polite';
  document.body.append(element);
  return element;
}
