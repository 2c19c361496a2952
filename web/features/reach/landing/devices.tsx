/** Where it can be watched, with the product's own screens on a television and a phone; on a phone, a phone. */
export function Devices() {
  return (
    <section
      aria-labelledby="dispositivos"
      className="grid grid-cols-[1fr_auto] items-center gap-x-6 border-y border-line bg-surface px-gutter py-6 sm:grid-cols-1 sm:gap-x-14 sm:gap-y-8 sm:py-14 lg:grid-cols-2"
    >
      <div>
        <h2 id="dispositivos" className="max-w-[26ch] text-title max-sm:text-lead">
          En el móvil, en la tablet y en la tele
        </h2>
        <p className="mt-3 max-w-[52ch] text-muted max-sm:text-small">
          Sin instalar nada: se abre en el navegador. Y con Chromecast o AirPlay, un toque y el partido pasa a la tele
          del salón.
        </p>
        <ul className="mt-6 flex flex-wrap gap-3 max-sm:hidden">
          {['Móvil', 'Tablet', 'Ordenador', 'Chromecast', 'AirPlay'].map((name) => (
            <li key={name} className="rounded-full border border-line bg-raised px-4 py-2 text-small font-semibold">
              {name}
            </li>
          ))}
        </ul>
      </div>
      <div className="relative sm:pr-[9%] sm:pb-[4%]" aria-hidden="true">
        <img
          src="/landing/home-tv.webp"
          alt=""
          width={960}
          height={540}
          loading="lazy"
          className="h-auto w-full rounded-md border-4 border-raised shadow-overlay max-sm:hidden"
        />
        <img
          src="/landing/watch-phone.webp"
          alt=""
          width={420}
          height={862}
          loading="lazy"
          className="h-auto rounded-md border-4 border-raised shadow-overlay max-sm:w-28 sm:absolute sm:right-0 sm:bottom-0 sm:w-[24%]"
        />
      </div>
    </section>
  );
}
