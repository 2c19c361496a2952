/**
 * Runs before the first paint. It sets the viewer's theme (the user's choice or the system's), loads additions for
 * browsers without cascade layers (build/old-browsers.ts), and shows a message if the page cannot start. As the only
 * inline script, it is allowed by its hash (infra/cdn.ts). ES5, because nothing compiles it.
 */
export const firstScript = `(function () {
  var root = document.documentElement;
  var light = window.matchMedia && matchMedia('(prefers-color-scheme: light)');
  function choose() {
    var wish = null;
    try {
      wish = localStorage.getItem('cantera:theme');
    } catch (error) {}
    var sun = wish === '"sun"' || (wish !== '"night"' && light && light.matches);
    if (sun) root.setAttribute('data-sun', '');
    else root.removeAttribute('data-sun');
    var color = document.querySelector('meta[name=theme-color]');
    if (color) color.setAttribute('content', sun ? '#FFFFFF' : '#0A0E13');
  }
  choose();
  if (light && light.addEventListener) light.addEventListener('change', choose);
  ['DOMContentLoaded', 'storage', 'cantera:theme'].forEach(function (cause) {
    addEventListener(cause, choose);
  });
  if (window.CSSLayerBlockRule) return;
  document.write('<link rel="stylesheet" href="/old-browsers.css"><script src="/old-browsers.js"><\\/script>');
  function say() {
    var page = document.getElementById('root') || document.body;
    if (page && !page.firstElementChild)
      page.innerHTML = '<p style="margin:3em auto;max-width:30em;padding:0 1em;font:1.25em/1.5 sans-serif">' +
        'Este navegador es demasiado antiguo para Cantera TV. Actualízalo, o abre la página en otro navegador o en el móvil.</p>';
  }
  addEventListener('error', function (event) {
    if (event.message) say();
  });
  if (!('noModule' in document.createElement('script'))) addEventListener('DOMContentLoaded', say);
})();`;
