/** Announces a text to screen readers through a visually hidden live region. */
export function announce(text: string): void {
  region ??= createRegion();
  // The region is emptied first, because screen readers announce only changes.
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
