/** /ad-videos/manage/{id}: edits an ad; redirects club staff to the list. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import type { AdVideo } from '../../../shared/contract/ads.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { DeleteItem } from '../../features/platform/back-office/delete-item.tsx';
import { sendChanges } from '../../features/platform/back-office/item-clubs.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { MediaFacts } from '../../features/platform/back-office/media-facts.tsx';
import { pollWhileProcessing } from '../../features/platform/back-office/processing-status.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { AdFields, toAdBody, toAdForm } from '../../features/recordings/ads/ad-form.tsx';
import { ClubsOfAds } from '../../features/recordings/ads/clubs-of-ads.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { MediaThumbnail } from '../../ui/media-thumbnail.tsx';

export default function EditAdPage() {
  const { isClubStaff } = useManagement();
  if (isClubStaff) return <Navigate to={paths.manage.ads.list} replace />;
  return <LoadedAd />;
}

function LoadedAd() {
  const { id = '' } = useParams();
  const ad = useQuery({
    queryKey: ['ad', id],
    queryFn: async ({ signal }) => (await api('GET /live/ad_videos/{id}', { params: { id }, signal })).data.adVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
  return (
    <ItemLoader
      query={ad}
      missing="Anuncio no encontrado"
      foreign={{ title: 'Este anuncio es de otro club' }}
      list={{ to: paths.manage.ads.list, text: 'Ver los anuncios' }}
    >
      {(item, reload) => <EditAd ad={item} reload={reload} />}
    </ItemLoader>
  );
}

function EditAd({ ad, reload }: { ad: AdVideo; reload: () => Promise<AdVideo | undefined> }) {
  const params = { id: ad.id };
  const { form, isDirty, layout } = useEdit({
    item: ad,
    reload,
    toForm: toAdForm,
    toBody: (filled) => toAdBody(filled, null),
    send: (changes, version) =>
      sendChanges(
        changes,
        version,
        async (body) => (await api('PATCH /live/ad_videos/{id}', { params, body })).data.adVideo,
        'PUT /live/ad_videos/{id}/clubs',
        ad.id,
      ),
    staleKeys: ['ads'],
    success: 'Anuncio actualizado correctamente',
    failure: 'Error al actualizar el anuncio',
  });

  return (
    <>
      <BackOfficeHeading title="Editar anuncio" />
      <FormLayout
        {...layout}
        submitText="Actualizar Anuncio"
        ready={isDirty && !isBlank(form.watch('title'))}
        aside={
          <>
            <MediaThumbnail src={ad.thumbnail} status={ad.status} />
            <MediaFacts title="Datos del anuncio" media={ad} />
          </>
        }
        below={
          <DeleteItem
            name={ad.title}
            button="Eliminar anuncio"
            text="Eliminar el anuncio borra también su archivo."
            send={() => api('DELETE /live/ad_videos/{id}', { params })}
            success="Anuncio eliminado correctamente"
            failure="Error al eliminar el anuncio"
            list={paths.manage.ads.list}
            itemKey="ad"
            listKey="ads"
          >
            <ClubsOfAds ads={[ad]} />
          </DeleteItem>
        }
      >
        <AdFields form={form} isPriorityRequired={false} />
      </FormLayout>
      <LastChange kind="advideos" id={ad.id} version={ad.version} />
    </>
  );
}
