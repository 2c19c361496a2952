/** The inline script before the first paint. */
import { expect, test, vi } from 'vitest';
import { firstScript } from '../../../web/first-script.ts';

test("[D-MATCH-3] the tab's first title, written by the server, shows no result to users who hide them", async () => {
  vi.stubGlobal('CSSLayerBlockRule', class {});
  localStorage.setItem('cantera:results-hidden', 'true');
  document.title = '';
  new Function(firstScript)();
  document.title = 'CD Sauce 3-1 Atlético Norte · temporada 25-26 · Cantera TV';
  await vi.waitFor(() => expect(document.title).toContain('CD Sauce ? – ? Atlético Norte'));
});
