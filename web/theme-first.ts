/**
 * Chooses between the viewers' two themes before anything is painted (E-PWA-2): by hand, else as the system has it. The one
 * script that stands in the page itself; the content security policy knows it by its hash (infra/cdn.ts).
 */
export const themeFirst = `(() => {
  const root = document.documentElement;
  const light = matchMedia('(prefers-color-scheme: light)');
  const choose = () => {
    let wish = null;
    try {
      wish = localStorage.getItem('cantera:theme');
    } catch {}
    const sun = wish === '"sun"' || (wish !== '"night"' && light.matches);
    root.toggleAttribute('data-sun', sun);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', sun ? '#FFFFFF' : '#0A0E13');
  };
  choose();
  light.addEventListener?.('change', choose);
  for (const cause of ['DOMContentLoaded', 'storage', 'cantera:theme']) addEventListener(cause, choose);
})();`;
