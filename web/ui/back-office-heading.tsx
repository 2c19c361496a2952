/**
 * A back-office page's heading with its main action, which phones have in the bar at the top, where it covers nothing. A
 * name or title in the query is appended: '{heading} - {value}'.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** The place for a page's main action in the bar that phones show; null until it is mounted. */
export const BarActions = createContext<HTMLElement | null>(null);

interface Props {
  title: string;
  create?: { to: string; text: string };
  children?: ReactNode;
}

export function BackOfficeHeading({ title, create, children }: Props) {
  const [query] = useSearchParams();
  const bar = useContext(BarActions);
  const suffix = (query.get('name') ?? query.get('title') ?? '').slice(0, 120);
  const fullTitle = suffix ? `${title} - ${suffix}` : title;
  useTitle(fullTitle);
  return (
    <div className="mb-6 flex min-h-11 flex-wrap items-center gap-3">
      <h1 className="mr-auto min-w-0 text-title">{fullTitle}</h1>
      {children}
      {create && (
        <>
          <LinkButton to={create.to} icon="plus" className="max-sm:hidden">
            {create.text}
          </LinkButton>
          {bar &&
            createPortal(
              <Link
                to={create.to}
                aria-label={create.text}
                title={create.text}
                className="grid size-11 place-items-center rounded-full bg-accent text-on-accent sm:hidden"
              >
                <Icon name="plus" size={24} />
              </Link>,
              bar,
            )}
        </>
      )}
    </div>
  );
}
