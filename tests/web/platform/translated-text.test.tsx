/** Pages whose texts the browser's translator has replaced. */
import '../../../web/lib/translated-text.ts';
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';

/** Replaces each text by two nested `<font>` elements, as Chrome and Edge do. */
function translate(root: Node, keepsNode = false) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.tagName === 'FONT' || !text.data.trim()) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    inner.append(`[${text.data}]`);
    text.replaceWith(outer);
    if (keepsNode) inner.replaceChildren(text);
  }
}

function Page({ state }: { state: 'before' | 'busy' | 'failed' }) {
  return (
    <main>
      <p>
        {state === 'failed' && 'No ha podido ser. '}
        {state === 'before' ? 'Rellena el formulario.' : null}
        {state === 'failed' && <b>Inténtalo</b>} ahora
      </p>
      <button type="button">
        {state === 'busy' && <i />}
        {state === 'busy' ? 'Enviando…' : 'Enviar'}
      </button>
      {state === 'busy' ? 'Un momento' : <span>Listo</span>}
    </main>
  );
}

const settle = () => act(() => new Promise((done) => setTimeout(done)));

test.each([false, true])('changes, adds and removes texts between translations (moved node: %s)', async (keepsNode) => {
  const { container, rerender } = render(<Page state="before" />);
  const readText = () => container.textContent?.replaceAll(/[[\]]/g, '');
  for (const [state, text] of [
    ['before', 'Rellena el formulario. ahoraEnviarListo'],
    ['busy', ' ahoraEnviando…Un momento'],
    ['failed', 'No ha podido ser. Inténtalo ahoraEnviarListo'],
    ['busy', ' ahoraEnviando…Un momento'],
    ['before', 'Rellena el formulario. ahoraEnviarListo'],
  ] as const) {
    rerender(<Page state={state} />);
    await settle();
    expect(readText()).toBe(text);
    translate(container, keepsNode);
    await settle();
    expect(readText()).toBe(text);
  }
});
