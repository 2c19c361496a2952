/** The frame of a page where something is watched: stage, title, facts, summary, the ways to pay, the rest. */
import type { ReactNode } from 'react';
import { LiveBadge } from '../../../ui/badge.tsx';

export function WatchLayout({
  stage,
  title,
  live = false,
  mark,
  meta,
  match,
  summary,
  plans,
  children,
}: {
  stage: ReactNode;
  title: string;
  live?: boolean;
  mark?: ReactNode;
  meta: (string | number | null | false | undefined)[];
  match?: ReactNode;
  summary: string;
  plans?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-300 flex-col gap-8 px-4 sm:px-8 sm:pt-8">
      {/* On a phone the picture takes the whole width, as every broadcaster does it. */}
      <div className="-mx-4 sm:mx-0 max-sm:[&>*]:rounded-none">{stage}</div>
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3 text-small text-muted tabular-nums">
          {live && <LiveBadge />}
          {mark}
          <span>{meta.filter(Boolean).join(' · ')}</span>
        </div>
        <h1 className="text-title break-words">{title}</h1>
        {match}
        {summary && <p className="max-w-[68ch] whitespace-pre-line text-muted">{summary}</p>}
      </header>
      {plans}
      {children}
    </div>
  );
}

export function WatchSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-300 animate-pulse px-4 sm:px-8 sm:pt-8">
      <span className="sr-only">Cargando</span>
      <div className="-mx-4 aspect-video bg-raised sm:mx-0 sm:rounded-md" />
      <div className="mt-8 h-4 w-40 rounded-sm bg-raised" />
      <div className="mt-4 h-8 w-3/5 rounded-sm bg-raised" />
      <div className="mt-4 h-4 w-4/5 rounded-sm bg-raised" />
    </div>
  );
}
