/** A club's colours from its crest, and readable colours on them. Pure. */

/** Main and second colour, `#rrggbb`. */
export type ClubColours = readonly [string, string];

type Rgb = readonly [number, number, number];

/** Finds the two dominant colours of RGBA pixels; grey only if there is no other. */
export function findColours(pixels: Uint8Array | Uint8ClampedArray): ClubColours | undefined {
  const groups = new Map<number, { weight: number; sum: [number, number, number]; count: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const name = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const group = groups.get(name) ?? { weight: 0, sum: [0, 0, 0], count: 0 };
    group.weight += 0.25 + saturation([red, green, blue]);
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue];
    group.count += 1;
    groups.set(name, group);
  }
  const colours = [...groups.values()]
    .sort((a, b) => b.weight - a.weight)
    .map(({ sum, count }): Rgb => [sum[0] / count, sum[1] / count, sum[2] / count]);
  const [main] = colours;
  if (!main) return undefined;
  return [toHex(main), toHex(colours.find((colour) => distance(colour, main) > minDistance) ?? pickInk(main))];
}

/** One colour per side. The second side takes its other colour if the main ones are too similar. */
export function fieldColours(sides: readonly ClubColours[]): string[] {
  const [first, second] = sides;
  if (!first || !second) return sides.map(([main]) => main);
  const own = toRgb(first[0]);
  const away = second.find((colour) => distance(toRgb(colour), own) > minDistance);
  return [first[0], away ?? toHex(mixColours(toRgb(second[0]), distance(own, black) > 220 ? black : white, 0.45))];
}

/** Black or white for large lettering: white on all but light colours. */
export const chooseInk = (colour: string): string => toHex(pickInk(toRgb(colour)));

/** Black or white for texts of any size: the one with more contrast, which is at least 4.5:1. */
export const chooseTextColour = (colour: string): string => toHex(luminance(toRgb(colour)) > 0.179 ? black : white);

export const shade = (colour: string, share: number): string => toHex(mixColours(toRgb(colour), black, share));

const black: Rgb = [10, 14, 19];
const white: Rgb = [255, 255, 255];
/** Distance below which two colours look the same at the size of a card. */
const minDistance = 96;

const pickInk = (colour: Rgb): Rgb => (luminance(colour) > 0.36 ? black : white);

const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const mixColours = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** From 0 (grey) to 1; dark and pale colours count as greyer. */
const saturation = (colour: Rgb) => (Math.max(...colour) - Math.min(...colour)) / 255;

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toRgb = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as never;

const toHex = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
