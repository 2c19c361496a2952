/** The contact form: on phones it opens on request, elsewhere it loads late into reserved space. */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../../../lib/class-names.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { chooseButtonLook } from '../../../ui/button.tsx';

const ContactForm = lazyPart(async () => (await import('./contact-form.tsx')).ContactForm);

export function Contact() {
  const { hash } = useLocation();
  const isPhone = useMedia('(width < 40rem)');
  const [isAsked, setAsked] = useState(false);
  // Stays open when the hash or the orientation changes.
  if (hash === '#contacto' && !isAsked) setAsked(true);
  const isOpen = isAsked || !isPhone;
  return (
    <section
      id="contacto"
      // The anchor moves the focus here, so that Tab continues into the form.
      tabIndex={-1}
      aria-labelledby="contacto-titulo"
      className={cx(
        'grid grid-cols-1 content-start gap-x-14 max-sm:-mt-2 gap-y-4 px-gutter outline-none sm:min-h-130 sm:gap-y-8 lg:min-h-100 lg:grid-cols-[1fr_minmax(0,36rem)]',
        isOpen && 'max-sm:min-h-150',
      )}
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="contacto-titulo" className="text-title sm:text-hero/none">
            Hablemos
          </h2>
          {!isOpen && (
            <a href="#contacto" className={chooseButtonLook('secondary', 'medium')}>
              Escríbenos
            </a>
          )}
        </div>
        <p className={cx('mt-2 max-w-[46ch] text-muted sm:mt-4', !isOpen && 'hidden')}>
          ¿Quieres que emitamos los partidos de tu club, o tienes una duda antes de suscribirte? Te contestamos en uno o
          dos días.
        </p>
      </div>
      {isOpen && <ContactForm onUse={() => setAsked(true)} />}
    </section>
  );
}
