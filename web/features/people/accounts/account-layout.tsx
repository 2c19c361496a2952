/** The layout of account forms: a narrow column, a step indicator, and benefits beside it (below it on phones). */
import type { ReactNode } from 'react';
import type { ErrorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface Props {
  title: string;
  intro?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function AccountLayout({ title, intro, aside, children }: Props) {
  return (
    <div
      className={cx(
        'mx-auto grid w-full grid-cols-1 gap-x-14 gap-y-10 px-4 py-10 sm:py-14',
        aside ? 'max-w-230 lg:grid-cols-[minmax(0,27.5rem)_1fr]' : 'max-w-118',
      )}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <div>
          <h1 className="text-title">{title}</h1>
          {intro && <p className="mt-2 text-muted">{intro}</p>}
        </div>
        {children}
      </div>
      {aside}
    </div>
  );
}

export function Steps({ names, current }: { names: string[]; current: number }) {
  return (
    <ol className="flex gap-3" aria-label="Pasos">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className="flex min-w-0 flex-1 flex-col gap-2 text-note"
        >
          <span className={cx('h-1 rounded-full', index <= current ? 'bg-accent' : 'bg-raised')} />
          <span className={index === current ? 'font-semibold' : 'text-muted'}>
            {index + 1}. {name}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Benefits({ title, lines }: { title: string; lines: string[] }) {
  return (
    <aside aria-labelledby="ventajas" className="h-fit rounded-lg border border-line bg-surface p-6 lg:mt-16">
      <h2 id="ventajas" className="text-lead">
        {title}
      </h2>
      <ul className="mt-4 flex flex-col gap-3">
        {lines.map((line) => (
          <li key={line} className="flex gap-3 text-small">
            <span className="text-success">
              <Icon name="check" size={20} />
            </span>
            {line}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** An error or success message above a form, announced to screen readers. */
export function FormNotice({ problem, success }: { problem?: ErrorText | string | undefined; success?: ReactNode }) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {problem && (
          <p className="flex gap-3 rounded-md border border-danger bg-surface p-4 text-small font-medium">
            <span className="text-danger">
              <Icon name="alert" />
            </span>
            <span>
              <FailureText text={problem} />
            </span>
          </p>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {success && (
          <div className="flex gap-3 rounded-md border border-line bg-surface p-4 text-small font-medium">
            <span className="text-success">
              <Icon name="check" />
            </span>
            <div>{success}</div>
          </div>
        )}
      </div>
    </>
  );
}
