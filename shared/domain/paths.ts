/** The paths of all pages; those with parameters are functions of their values, in order. */
import { type Page, pages } from './pages.ts';

type Values<Path> = Path extends `${string}:${string}/${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : Path extends `${string}:${string}`
    ? [value: string | number]
    : [];

type PathTo<Path extends string> = Values<Path> extends [] ? Path : (...values: Values<Path>) => string;

type Paths = { [Name in keyof typeof pages]: PathTo<(typeof pages)[Name]['path']> };

export const paths = Object.fromEntries(
  Object.entries<Page>(pages).map(([name, { path }]) => [name, toPath(path)]),
) as unknown as Paths;

function toPath(path: string): string | ((...values: (string | number)[]) => string) {
  if (!path.includes(':')) return path;
  return (...values) => {
    let next = 0;
    return path.replace(/:\w+/g, () => String(values[next++]));
  };
}
