/** Finds the statement about an item in infra/tables.ts by its key. */
import { type Personal, tables } from './tables.ts';

export interface ItemKind {
  /** Its key as infra/tables.ts writes it: `USER#{id} / LIST#{video*}`. */
  key: string;
  personal: Personal | 'none';
}

interface Matcher extends ItemKind {
  pk: RegExp;
  sk: RegExp;
}

/** `table` is its name without the stage's prefix. Undefined for a kind of item that nothing states. */
export function findItemKind(table: string, { pk, sk }: { pk: string; sk: string }): ItemKind | undefined {
  return matchers.get(table)?.find((kind) => kind.pk.test(pk) && kind.sk.test(sk));
}

export const splitItemKey = (key: string): [pk: string, sk: string] => {
  const [pk = '', sk = ''] = key.split(' / ');
  return [pk, sk];
};

const matchers = new Map<string, Matcher[]>(
  tables.map(({ name, items }) => [name, Object.entries(items).map(([key, personal]) => createMatcher(key, personal))]),
);

function createMatcher(key: string, personal: Personal | 'none'): Matcher {
  const [pk, sk] = splitItemKey(key).map(toKeyPattern);
  return { key, personal, pk: pk as RegExp, sk: sk as RegExp };
}

/** `{name}` matches a part without '#', `{name*}` any text; everything else matches itself. */
export function toKeyPattern(part: string): RegExp {
  const source = part
    .split(/(\{\w+\*?\})/)
    .map((text) =>
      /^\{\w+\*\}$/.test(text) ? '.+' : /^\{\w+\}$/.test(text) ? '[^#]+' : text.replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, 's');
}
