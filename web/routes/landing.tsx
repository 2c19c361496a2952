/** /: the landing page, with the product and its prices. */

import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { formatPrice } from '../../shared/domain/price-text.ts';
import { LaterPlans, Plan } from '../features/money/payments/plans.tsx';
import { HeroFrame } from '../features/reach/home/hero-frame.tsx';
import { Contact } from '../features/reach/landing/contact.tsx';
import { Devices } from '../features/reach/landing/devices.tsx';
import { useConfig } from '../lib/config-context.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { chooseButtonLook, LinkButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

// These parts show nothing until their data has arrived, so their code may load later.
const ClubCrests = lazyPart(async () => (await import('../features/reach/landing/club-crests.tsx')).ClubCrests);
const HeroVideo = lazyPart(async () => (await import('../features/reach/landing/hero-video.tsx')).HeroVideo);
const LatestMatches = lazyPart(
  async () => (await import('../features/reach/landing/latest-matches.tsx')).LatestMatches,
);

export default function LandingPage() {
  useAnchor();
  return (
    <div className="flex flex-col gap-6 sm:gap-28">
      <HeroFrame
        picture="/landing/hero.webp"
        background={<HeroVideo />}
        line="Fútbol y baloncesto de cantera"
        title="Tu hijo juega. Tú&nbsp;no te lo&nbsp;pierdes."
        text="Los partidos de tu club en directo, en el móvil o en la tele. Y si ese día trabajas, enteros en diferido."
      >
        <a href="#opciones" className={chooseButtonLook('primary', 'medium')}>
          Elige cómo verlo
        </a>
        <Prices />
      </HeroFrame>
      <div className="-mt-4 h-29 sm:-mt-20 sm:h-33">
        <ClubCrests />
      </div>
      <Platform />
      <Devices />
      <LatestMatches />
      <Options />
      <Partner />
      <ClubInvitation />
      <Contact />
    </div>
  );
}

function Prices() {
  const { prices } = useConfig();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small">
      <span>
        Un partido <b className="tabular-nums">{formatPrice(prices.event)}</b>
      </span>
      <span aria-hidden="true">·</span>
      <span>
        todos <b className="tabular-nums">{formatPrice(prices.monthly)}</b> al mes
      </span>
    </p>
  );
}

const benefits: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'camera',
    title: 'En directo',
    text: 'Los abuelos desde el pueblo, tú desde el trabajo: el partido empieza para todos a la vez.',
  },
  {
    icon: 'clock',
    title: 'Cuando quieras',
    text: 'Cada partido queda grabado entero. Sigue por donde lo dejaste, en cualquier pantalla.',
  },
  {
    icon: 'flag',
    title: 'Directo al gol',
    text: 'Goles, paradas y triples, marcados en la barra del video. Un toque y estás en la jugada.',
  },
];

function Platform() {
  return (
    <section aria-labelledby="plataforma" className="px-gutter">
      <h2 id="plataforma" className="max-w-[22ch] text-title sm:text-hero/none">
        La tele de los que empiezan
      </h2>
      {/* On phones, the sections around it give the same information. */}
      <p className="mt-4 max-w-[60ch] text-muted max-sm:hidden">
        El fútbol y el baloncesto de los clubes de aquí, de benjamines a juveniles: partidos enteros, con marcador y
        mejores momentos.
      </p>
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:mt-8 sm:gap-4 md:grid-cols-3">
        {benefits.map(({ icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[auto_1fr] content-start gap-x-4 rounded-lg border-line md:gap-y-1 md:border md:bg-surface md:p-6"
          >
            <span className="max-md:row-span-2 self-start max-md:rounded-md max-md:bg-raised max-md:p-2.5">
              <Icon name={icon} size={28} />
            </span>
            <h3 className="text-lead max-md:text-body">{title}</h3>
            <p className="col-start-2 text-muted max-md:text-small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClubInvitation() {
  return (
    <section aria-labelledby="clubes-llamada" className="px-gutter">
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-10">
        <h2 id="clubes-llamada" className="max-w-[26ch] text-title max-sm:text-lead">
          ¿Llevas un club? Emite con lo que ya tienes
        </h2>
        <p className="mt-3 max-w-[56ch] text-muted max-sm:mt-2 max-sm:text-small">
          Con un móvil en un trípode basta. Nosotros ponemos la retransmisión, la grabación y la página de tu club; tú
          decides qué se ve.
        </p>
        <div className="mt-3 flex flex-wrap gap-3 sm:mt-6">
          <a href="#contacto" className={chooseButtonLook('secondary', 'medium')}>
            Quiero emitir mis partidos
          </a>
          {/* On phones, this link is at the end of the crests instead. */}
          <LinkButton to={paths.clubs} kind="quiet" className="max-sm:hidden">
            Ver los clubes
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function Options() {
  const { prices } = useConfig();
  return (
    <section id="opciones" aria-labelledby="opciones-titulo" className="@container px-gutter">
      <h2 id="opciones-titulo" className="text-title sm:text-hero/none">
        Elige cómo verlo
      </h2>
      <div className="mt-4 sm:mt-8 xl:grid xl:grid-cols-[55rem_1fr] xl:items-start xl:gap-x-8">
        <ul className="grid max-w-220 grid-cols-1 gap-4 @max-2xl:gap-3 @2xl:grid-cols-2">
          <Plan
            name="Solo un partido"
            price={formatPrice(prices.event)}
            lines={[
              'El partido completo, en directo y grabado',
              'Hasta 90 días para verlo',
              'Sin compromiso',
              'IVA incluido',
            ]}
            action="Comprar un partido"
            to={withQuery(paths.signup, { source: 'ppv' })}
            order="@max-2xl:order-2"
          />
          <Plan
            name="Suscripción"
            price={formatPrice(prices.monthly)}
            period="al mes"
            lines={[
              'Todos los directos y partidos en diferido',
              'Hasta el final de la temporada',
              'Cancela cuando quieras',
              'IVA incluido',
            ]}
            action="Suscribirme"
            to={withQuery(paths.subscription, { source: 'subscription' })}
            order="@max-2xl:order-1"
            featured
          />
        </ul>
        <div className="max-w-220 xl:[&>div]:mt-0">
          <LaterPlans title="O hasta el final de la temporada" redirectUrl={paths.home} />
        </div>
      </div>
    </section>
  );
}

function Partner() {
  const { partnerName, partnerUrl } = useConfig();
  return (
    // On phones this is close to the two plans, as the third option.
    <section aria-labelledby="operador" className="px-gutter max-sm:-mt-3">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 rounded-lg border border-line bg-raised p-4 sm:gap-y-4 sm:p-8">
        <div className="mr-auto max-w-140">
          <h2 id="operador" className="text-title max-sm:text-lead">
            ¿Eres cliente de {partnerName}? Lo tienes incluido
          </h2>
          <p className="mt-2 text-muted max-sm:text-small">
            Entra con tu email de cliente. La primera vez, pide una contraseña nueva y listo: sin pagar nada más.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.forgotPassword} kind="secondary">
            Ya soy cliente
          </LinkButton>
          {partnerUrl && (
            <a
              href={partnerUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={chooseButtonLook('quiet', 'medium')}
            >
              Saber más
              <Icon name="external" size={16} />
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

/** Scrolls to the URL's hash once a lazy page has rendered. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
}
