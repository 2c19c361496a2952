/** Picture, state and figures of a video, beside its form. */
import type { ManagedVod } from '../../../../../shared/contract/vod.ts';
import { formatCount } from '../../../../lib/format.ts';
import { Fact } from '../../../../ui/form-layout.tsx';
import { MediaFacts } from '../../../platform/back-office/media-facts.tsx';
import { PictureUpload } from '../../../platform/back-office/picture-upload.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';
import { vodThumbnailKey } from './queries.ts';

export function VodFacts({ vod }: { vod: ManagedVod }) {
  const { isClubStaff } = useManagement();
  return (
    <>
      <MediaFacts title="Datos del video" media={vod}>
        {vod.analytics && <Fact label="Espectadores únicos">{formatCount(vod.analytics.uniqueNonLiveViewers)}</Fact>}
      </MediaFacts>
      <PictureUpload
        current={vod.thumbnail}
        kind={vod.sport}
        send={vodThumbnailKey(isClubStaff)}
        id={vod.id}
        part="vodThumbFile"
        staleKeys={['managed-vods', 'managed-vod']}
      />
    </>
  );
}
