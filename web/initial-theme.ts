/**
 * Chooses the viewer's theme before the first paint: the user's choice, else the system's. The only inline script; the
 * content security policy allows it by hash (infra/cdn.ts).
 */
export const initialThemeScript = `(() => {
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
