import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/use-title.ts';

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <article className="mx-auto flex w-full max-w-180 flex-col gap-4 px-4 py-10 [&_h2]:mt-6 [&_h2]:text-lead [&_li]:ml-5 [&_li]:list-disc [&_p]:text-muted [&_li]:text-muted">
      <h1 className="text-title">{title}</h1>
      {children}
    </article>
  );
}
