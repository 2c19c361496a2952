/** Styles for browsers without cascade layers, derived from the app's style sheet. */
import cascadeLayers from '@csstools/postcss-cascade-layers';
import { transform } from 'lightningcss';
import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss';
import postcssLogical from 'postcss-logical';

export async function rewriteStyles(css: string): Promise<string> {
  const { root } = postcss([
    { postcssPlugin: 'at-rules', OnceExit: rewriteAtRules },
    { postcssPlugin: 'selectors', OnceExit: rewriteSelectors },
    { postcssPlugin: 'values', OnceExit: rewriteValues },
    { postcssPlugin: 'gaps', OnceExit: addFlexGaps },
  ]).process(css, { from: undefined });
  const rewritten = await postcss([cascadeLayers(), postcssLogical()]).process(root, { from: undefined });
  const { code } = transform({
    filename: 'old-browsers.css',
    code: Buffer.from(rewritten.css),
    targets: { chrome: 79 << 16, safari: 14 << 16 },
    minify: true,
  });
  return code.toString();
}

/** Turns registered properties into ordinary ones, and container queries into media queries of the window. */
function rewriteAtRules(root: Root): void {
  root.walkAtRules((rule) => {
    if (rule.name === 'property') rule.remove();
    // Tailwind's fallback for browsers without `@property`, which this condition limits to Safari and Firefox.
    else if (rule.name === 'supports' && rule.params.includes('-webkit-hyphens')) rule.replaceWith(rule.nodes ?? []);
    else if (rule.name === 'supports' && /color-mix|in lab/.test(rule.params)) {
      if (rule.params.includes('color-mix')) rule.replaceWith(rule.nodes ?? []);
      else rule.remove();
    } else if (rule.name === 'container') {
      rule.name = 'media';
      rule.params = rule.params.replace(/^not /, 'not all and ');
      if (rule.params === '') rule.replaceWith(rule.nodes ?? []);
    }
    if (rule.name === 'media') rule.params = toMediaList(rule.params);
  });
}

/**
 * Rewrites a media query without `or` and inner `not`: `(a) and ((b) or (c))` → `(a) and (b), (a) and (c)`. The
 * opposite of a fine pointer is a coarse one or none.
 */
function toMediaList(condition: string): string {
  const query = condition.replaceAll(
    /\(width ?< ?([\d.]+)(px|rem)\)/g,
    (_, size, unit) => `(max-width:${Number((size - 0.01).toFixed(3))}${unit})`,
  );
  const tokens: string[] = query.match(/\(\s*[\w-]+\s*(?:[:<>=][^()]*(?:\([^()]*\)[^()]*)*)?\)|[()]|[\w-]+|,/g) ?? [];
  if (!tokens.includes('or') && !query.includes('(not ')) return query;
  let at = 0;
  // Each alternative is a list of features, which must all hold.
  const readTerm = (): string[][] => {
    const token = tokens[at++] ?? '';
    if (token === 'not') return negate(readTerm());
    if (token !== '(') return [[token]];
    const inner = readAlternatives();
    at += 1;
    return inner;
  };
  const readAlternatives = (): string[][] => {
    let result = readTerm();
    while (tokens[at] === 'and' || tokens[at] === 'or') {
      const isOr = tokens[at++] === 'or';
      const next = readTerm();
      result = isOr ? [...result, ...next] : result.flatMap((one) => next.map((other) => [...one, ...other]));
    }
    return result;
  };
  return readAlternatives()
    .map((features) => features.join(' and '))
    .join(', ');
}

function negate(alternatives: string[][]): string[][] {
  if (JSON.stringify(alternatives) !== '[["(any-pointer:fine)"]]') throw new Error(`Cannot negate ${alternatives}`);
  return [['(any-pointer:coarse)'], ['(any-pointer:none)']];
}

/** Unwraps `:where`, and `:is` with one selector; drops selectors with `:has`, and takes `:not(:has())` as true. */
function rewriteSelectors(root: Root): void {
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return;
    const selectors = rule.selectors
      .map((selector) => selector.replaceAll(/(?<!\\):focus-visible/g, '.focus-visible'))
      .map((selector) => selector.replaceAll(/:not\(:has\([^()]*(\([^()]*\))?[^()]*\)\)/g, ''))
      .map(unwrapMatches)
      .map((selector) => selector || ':root')
      .filter((selector) => !selector.includes(':has('));
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors.flatMap(splitMatches).filter((selector) => !selector.includes(':has('));
    if (rule.selector === '') rule.remove();
  });
}

/** Splits `:is(a, b) c` into `a c` and `b c`. */
function splitMatches(selector: string): string[] {
  const match = /:is\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(selector);
  if (!match) return [selector];
  const [whole, list = ''] = match;
  return splitList(list).flatMap((one) => splitMatches(selector.replace(whole, () => one.trim())));
}

const unwrapMatches = (selector: string): string =>
  selector.replaceAll(':where(', ':is(').replaceAll(/:is\(([^(),]*)\)/g, '$1');

/** Splits at commas outside of brackets. */
function splitList(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function rewriteValues(root: Root): void {
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value)?.[1];
    // Mixtures with transparency need the colour's channels in a separate property.
    if (prop.startsWith('--') && hex) declaration.cloneAfter({ prop: `${prop}-rgb`, value: channels(hex) });
    declaration.value = mixColours(value).replaceAll(/(\d)dvh\b/g, '$1vh');
    if (/^--tw-scale-[xyz]$/.test(prop))
      declaration.value = value.replace(/^(\d+)%$/, (_, percent) => String(percent / 100));
    if (prop === 'translate' || prop === 'scale' || prop === 'rotate') joinTransforms(declaration);
    if (prop === 'inset') expandInset(declaration);
    if (/^overflow(-[xy])?$/.test(prop) && value === 'clip') declaration.value = 'hidden';
    if (prop === 'aspect-ratio') keepAspectRatio(declaration);
  });
}

function channels(hex: string): string {
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  return pairs.map((pair) => Number.parseInt(pair, 16)).join(', ');
}

/** Replaces a mixture of two colours with a translucent colour. */
const mixColours = (value: string) =>
  value
    .replaceAll(
      /color-mix\(in \w+,\s*var\((--[\w-]+)\) (\d+)%,[^()]*(?:\([^()]*\))?[^()]*\)/g,
      (_, name, percent) => `rgba(var(${name}-rgb), ${percent / 100})`,
    )
    .replaceAll(/color-mix\(in \w+,\s*currentcolor[^()]*\)/gi, 'currentColor');

function joinTransforms(declaration: Declaration): void {
  const { prop, value } = declaration;
  declaration.prop = 'transform';
  if (prop === 'rotate') declaration.value = value === 'none' ? 'none' : `rotate(${value})`;
  else if (!value.includes('var(--tw-'))
    declaration.value = value === 'none' ? 'none' : `${prop}(${value.replaceAll(' ', ', ')})`;
  else
    declaration.value =
      'translate(var(--tw-translate-x), var(--tw-translate-y)) scale(var(--tw-scale-x), var(--tw-scale-y))';
}

function expandInset(declaration: Declaration): void {
  const [top = '', right = top, bottom = top, left = right] = postcss.list.space(declaration.value);
  for (const [prop, value] of Object.entries({ top, right, bottom, left })) declaration.cloneBefore({ prop, value });
  declaration.remove();
}

/** Keeps a box's aspect ratio with a float whose padding is a percentage of the width. */
function keepAspectRatio(declaration: Declaration): void {
  const { parent, value } = declaration;
  const [width = 1, height = 1] = (value === 'var(--aspect-video)' ? '16/9' : value).split('/').map(Number);
  if (parent?.type !== 'rule' || !(width / height)) return;
  const rule = parent as Rule;
  const boxes = rule.selectors.filter((selector) => !/(img|video|::?(before|after))$/.test(selector));
  if (boxes.length === 0) return;
  const padding = `${(100 * height) / width}%`;
  rule.after(
    postcss
      .rule({ selectors: boxes.map((selector) => `${selector}::before`) })
      .append(
        { prop: 'content', value: '""' },
        { prop: 'float', value: 'left' },
        { prop: 'padding-top', value: padding },
      ),
  );
}

interface Utility {
  selector: string;
  /** Media queries around the declaration, the outermost first. */
  media: string[];
  value: string;
}

/** Returns a `gap` as that of rows and that of columns; `none` for an axis that another class may set. */
const toGaps = (prop: string, value: string) =>
  prop === 'row-gap' ? `${value} none` : prop === 'column-gap' ? `none ${value}` : value;

/**
 * Replaces `gap` of flexbox, which these browsers support only in grids, with margins between the items. The margins
 * are in the layer below the utilities, so that an item's own margin wins.
 */
function addFlexGaps(root: Root): void {
  const utilities: Record<string, Utility[]> = { display: [], 'flex-direction': [], 'flex-wrap': [], gap: [] };
  root.walkDecls(/^(display|flex-direction|flex-wrap|(row-|column-)?gap)$/, ({ prop, value, parent }) => {
    if (parent?.type !== 'rule') return;
    const media: string[] = [];
    for (let outer = parent.parent as AtRule | undefined; outer; outer = outer.parent as AtRule | undefined)
      if (outer.name === 'media') media.unshift(outer.params);
    for (const selector of (parent as Rule).selectors)
      if (/^\.[^\s>+~]+$/.test(selector))
        utilities[prop.endsWith('gap') ? 'gap' : prop]?.push({ selector, media, value: toGaps(prop, value) });
  });
  const layer = postcss.atRule({ name: 'layer', params: 'components' });
  const add = (one: Utility, gap: Utility, margins: Record<string, string>, items = ':not(:first-child)') => {
    const rule = postcss.rule({ selector: `${one.selector}${gap.selector} > ${items}` });
    for (const [prop, value] of Object.entries(margins)) if (!value.includes('none')) rule.append({ prop, value });
    layer.append(
      [...one.media, ...gap.media].reduceRight<ChildNode>(
        (inner, params) => postcss.atRule({ name: 'media', params }).append(inner) as ChildNode,
        rule,
      ),
    );
  };
  for (const gap of utilities.gap ?? []) {
    const [row = '0', column = row] = postcss.list.space(gap.value);
    for (const one of utilities.display ?? []) {
      if (/^(inline-)?flex$/.test(one.value)) add(one, gap, { 'margin-left': column });
      else if (/grid$/.test(one.value)) add(one, gap, { 'margin-left': '0' });
    }
    for (const one of utilities['flex-wrap'] ?? [])
      if (one.value === 'wrap') {
        const half = `calc(${row} / 2)`;
        add(one, gap, { 'margin-left': '0', 'margin-right': column, 'margin-top': half, 'margin-bottom': half }, '*');
      }
    for (const one of utilities['flex-direction'] ?? [])
      add(
        one,
        gap,
        one.value === 'column'
          ? { 'margin-left': '0', 'margin-top': row }
          : { 'margin-left': column, 'margin-top': '0' },
      );
  }
  root.append(layer);
}
