/** The look of the pages for people at this machine: the inbox, and the payment provider's. Without scripts. */

export const renderPage = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escapeHtml(title)}</title><style>${styles}</style><main>${body}</main></html>`;

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const styles = `body{font:16px/1.5 system-ui;margin:0;background:#f6f7f9;color:#10161d;overflow-wrap:anywhere}main{max-width:860px;margin:auto;padding:24px}
.price{font-size:32px;font-weight:800;margin:0}.muted{color:#55616e}.error{color:#b4122f;font-weight:700}form{display:inline-block;margin:4px 8px 4px 0}form.wide{display:block}fieldset{border:1px solid #dde2e8;border-radius:10px;margin:12px 0}input{font:inherit;min-height:40px}
button{min-height:44px;padding:0 18px;border-radius:10px;border:1px solid #7a8693;background:#fff;font:inherit;cursor:pointer}button.primary{background:#3f6212;border-color:#3f6212;color:#fff;font-weight:700}
table{display:block;overflow-x:auto;border-collapse:collapse;background:#fff}td{padding:8px;border-bottom:1px solid #dde2e8}.list{list-style:none;padding:0}.list a{display:block;padding:12px 0;border-bottom:1px solid #dde2e8}
pre{white-space:pre-wrap;font:inherit}iframe{width:100%;height:70vh;border:1px solid #dde2e8;border-radius:10px;background:#fff}`;
