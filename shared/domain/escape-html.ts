const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text within an attribute or an element, of HTML and XML alike. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
