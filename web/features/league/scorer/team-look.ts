/** A team's crest and colours, small enough for the phone to store them for a ground without a network. */
import {
  type ClubColours,
  chooseTextColour,
  fieldColours,
  findColours,
} from '../../../../shared/domain/club-colours.ts';
import { type Side, sides } from '../../../../shared/domain/score.ts';

export interface TeamLook {
  /** Data URL of the crest. */
  crest: string;
  colours: ClubColours;
}

/** Width and height of the stored crest, in pixels. */
const size = 64;

/** Reads a team's look; undefined if the crest does not load, because the scorer app works without it. */
export async function readTeamLook(url: string | null): Promise<TeamLook | undefined> {
  if (!url) return undefined;
  try {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext('2d');
    const scale = size / Math.max(image.naturalWidth, image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    context?.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
    const colours = context && findColours(context.getImageData(0, 0, size, size).data);
    return colours ? { crest: canvas.toDataURL(), colours } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the button colours of both teams; none unless both teams' colours are known. */
export function toButtonColours(
  looks: Partial<Record<Side, TeamLook>> | undefined,
): Partial<Record<Side, { ground: string; text: string }>> {
  const palettes = sides.map((side) => looks?.[side]?.colours).filter((colours) => colours !== undefined);
  if (palettes.length < sides.length) return {};
  const [HOME, AWAY] = fieldColours(palettes).map((ground) => ({ ground, text: chooseTextColour(ground) }));
  return { ...(HOME && { HOME }), ...(AWAY && { AWAY }) };
}
