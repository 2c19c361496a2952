import { Icon } from '../../../ui/icon.tsx';

export function Devices() {
  return (
    <section
      aria-labelledby="dispositivos"
      className="grid grid-cols-[auto_1fr] gap-x-4 border-line px-gutter max-sm:-mt-3 sm:grid-cols-1 sm:items-center sm:gap-x-14 sm:gap-y-8 sm:border-y sm:bg-surface sm:py-14 lg:grid-cols-2"
    >
      <span className="self-start rounded-md bg-raised p-2.5 sm:hidden">
        <Icon name="cast" size={28} />
      </span>
      <div>
        <h2 id="dispositivos" className="max-w-[26ch] text-title max-sm:text-body">
          En el móvil, en la tablet y en la tele
        </h2>
        <p className="max-w-[52ch] text-muted max-sm:text-small sm:mt-3">
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
      <div className="relative pr-[9%] pb-[4%] max-sm:hidden" aria-hidden="true">
        <img
          src="/landing/home-tv.webp"
          alt=""
          width={960}
          height={540}
          loading="lazy"
          className="h-auto w-full rounded-md border-4 border-raised shadow-overlay"
        />
        <img
          src="/landing/watch-phone.webp"
          alt=""
          width={420}
          height={862}
          loading="lazy"
          className="absolute right-0 bottom-0 h-auto w-[24%] rounded-md border-4 border-raised shadow-overlay"
        />
      </div>
    </section>
  );
}
