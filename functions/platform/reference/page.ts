/** The API reference as one plain page without scripts: one row per endpoint, grouped by first path segment. */
import { type Endpoints, splitKey } from '../../../shared/contract/endpoint.ts';
import { escapeHtml } from '../../../shared/domain/escape-html.ts';

export function renderReferencePage(contract: Endpoints): string {
  const groups = Map.groupBy(Object.entries(contract), ([key]) => splitKey(key).path.split('/')[1] ?? '');
  const sections = [...groups].map(
    ([name, entries]) =>
      `<section><h2>${escapeHtml(name)}</h2><table><tbody>${entries.map(renderRow).join('')}</tbody></table></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cantera TV API</title><style>${style}</style><main><h1>Cantera TV API</h1>
<p>Responses are <code>{ data, message }</code>, errors <code>{ code, message }</code>. Schemas: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></html>`;
}

function renderRow([key, endpoint]: Endpoints extends Record<string, infer E> ? [string, E] : never): string {
  const { method, path } = splitKey(key);
  return `<tr><td><b>${method}</b></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(endpoint.access)}</td><td>${escapeHtml(endpoint.summary)}</td></tr>`;
}

const style = `body{font:16px/1.5 system-ui;margin:0;background:#f6f7f9;color:#10161d}main{max-width:1000px;margin:auto;padding:24px}
table{width:100%;border-collapse:collapse;background:#fff}td{padding:8px 12px;border-bottom:1px solid #dde2e8;vertical-align:top}
h2{margin-top:32px;text-transform:capitalize}code{font-size:14px}a{color:#3f6212}`;
