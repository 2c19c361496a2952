/**
 * A back-office page's heading with its main action, which floats over the page on phones. A name or title in the query
 * is appended: '{heading} - {value}'.
 */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from './button.tsx';
import { Icon } from './icon.tsx';

export function BackOfficeHeading({
  title,
  create,
  children,
}: {
  title: string;
  create?: { to: string; text: string };
  children?: ReactNode;
}) {
  const [query] = useSearchParams();
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
          <Link
            to={create.to}
            aria-label={create.text}
            className="fixed right-4 bottom-4 z-20 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-overlay sm:hidden"
          >
            <Icon name="plus" size={26} />
          </Link>
        </>
      )}
    </div>
  );
}
