/** The browser of these tests is in Madrid, independent of the machine's time zone. */

let zone = 'Europe/Madrid';

export function setBrowserZone(timeZone: string): void {
  zone = timeZone;
}

const { resolvedOptions } = Intl.DateTimeFormat.prototype;

Intl.DateTimeFormat.prototype.resolvedOptions = function () {
  return { ...resolvedOptions.call(this), timeZone: zone };
};
