/** The clubs that lose an ad by a deletion, each named once. */
import type { AdVideo } from '../../../../shared/contract/ads.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';

export function ClubsOfAds({ ads }: { ads: readonly Pick<AdVideo, 'clubs'>[] }) {
  const clubs = new Map(ads.flatMap((ad) => ad.clubs.map(({ id, name }) => [id, name])));
  if (clubs.size === 0) return null;
  return (
    <>
      <p className="mt-3">{ads.length === 1 ? 'Está asociado a estos clubes:' : 'Están asociados a estos clubes:'}</p>
      <ScrollRegion label="Clubes asociados" className="mt-1 max-h-60 overflow-y-auto">
        <ul className="list-disc pl-5">
          {[...clubs].map(([id, name]) => (
            <li key={id} className="break-words text-text">
              {name}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </>
  );
}
