/** React Router's routes for pages of the page table, with the given modules of web/routes. */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { Route } from 'react-router-dom';
import type { Page } from '../../shared/domain/pages.ts';
import { useTitle } from '../lib/use-title.ts';
import { Guard, type Need } from './guards.tsx';

type Module = { default: ComponentType<Record<string, string>> };

/** `modules`: the result of `import.meta.glob`, one loader per file. `guards`: the needs that are checked here. */
export function renderRoutes(
  pages: readonly [name: string, page: Page][],
  modules: Record<string, () => Promise<unknown>>,
  guards: readonly Need[],
): ReactNode[] {
  // Routes of the same module share its component, so that navigation between them keeps its state.
  const components = new Map<string, LazyExoticComponent<Module['default']>>();
  const load = (module: string) => {
    const loader = modules[`../routes/${module}.tsx`];
    if (!loader) throw new Error(`web/routes/${module}.tsx does not exist: see shared/domain/pages.ts`);
    const component = components.get(module) ?? lazy(loader as () => Promise<Module>);
    components.set(module, component);
    return component;
  };
  return pages.flatMap(([name, { path, aliases = [], module, title, props, need }]) => {
    const Component = load(module);
    // The key remounts pages that differ by their props alone.
    const page = (
      <>
        {title !== undefined && <PageTitle title={title} />}
        {props ? <Component key={name} {...props} /> : <Component />}
      </>
    );
    const element = need && guards.includes(need) ? <Guard need={need}>{page}</Guard> : page;
    return [path, ...aliases].map((address) => <Route key={address} path={address} element={element} />);
  });
}

/** Stands before the page, so that one with a title of its own can set it. */
function PageTitle({ title }: { title: string }) {
  useTitle(title);
  return null;
}
