/** The offer of the next video, with a countdown that the user can cancel. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { announce } from '../../../lib/announce.ts';
import { cx } from '../../../lib/class-names.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

export interface NextItem {
  path: string;
  title: string;
  thumbnail: string | null;
  /** Duration or start of the item. */
  note: string | null;
  /** True if the item starts by countdown; false if it is not a video, or is the first of the list again. */
  autoplays: boolean;
  /** Label of the button; 'Ver ahora' by default. */
  action?: string;
}

const countdownSeconds = 10;

export function NextOffer({ next, below = false }: { next: NextItem; below?: boolean }) {
  // Staff may be working on the page, so they get no countdown.
  const { isLiveUser, isClubStaff } = useSession();
  const hasNoCountdown = isLiveUser || isClubStaff || !next.autoplays;
  const [seconds, setLeft] = useState(prefersReducedMotion() ? undefined : countdownSeconds);
  const left = hasNoCountdown ? undefined : seconds;
  const [closed, setClosed] = useState(false);
  const navigate = useNavigate();
  const isCounting = left !== undefined && !closed;
  const { path, title } = next;

  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => {
      if (!document.hidden && !document.querySelector('dialog[open]')) setLeft((before) => before && before - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => announce(`A continuación: ${title}`), [title]);
  useEffect(() => {
    if (isCounting && left === 0) navigate(path);
  }, [isCounting, left, path, navigate]);

  if (closed) return null;
  return (
    <section
      data-theme="stage"
      aria-label="A continuación"
      className={cx(
        'grid place-items-center rounded-[inherit] p-3 text-text',
        below ? 'relative bg-surface py-6' : 'absolute inset-0 overflow-auto bg-bg/85',
      )}
    >
      <div className="flex w-full max-w-130 items-center gap-4">
        {next.thumbnail && (
          <img
            src={next.thumbnail}
            alt=""
            className="aspect-video w-2/5 max-w-48 shrink-0 rounded-md object-cover max-sm:hidden"
          />
        )}
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-small text-muted" aria-live="off">
            A continuación{left !== undefined && ` en ${left} s`}
          </p>
          <p className="line-clamp-2 font-semibold break-words">{title}</p>
          {next.note !== null && <p className="text-small text-muted tabular-nums max-sm:hidden">{next.note}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon={next.action ? undefined : 'play'} onClick={() => navigate(path)}>
              {next.action ?? 'Ver ahora'}
            </Button>
            {left !== undefined && (
              <Button size="small" kind="secondary" onClick={() => setLeft(undefined)}>
                Parar
              </Button>
            )}
          </div>
        </div>
      </div>
      <IconButton icon="close" label="Cerrar" className="absolute top-1 right-1" onClick={() => setClosed(true)} />
    </section>
  );
}

/** Reduced motion also rules out navigation without a tap. */
const prefersReducedMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
