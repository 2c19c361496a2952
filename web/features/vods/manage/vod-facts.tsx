/** Picture, state and figures of a video, beside its form. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedVod } from '../../../../shared/vods.ts';
import { formatCount, formatDateTime, formatDuration, formatSize } from '../../../lib/format.ts';
import { sendForm, thumbnailErrorText } from '../../../lib/send-form.ts';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { MediaStatusPill } from '../../../ui/media-thumbnail.tsx';
import { PictureField } from '../../../ui/picture-field.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useManagement } from '../../manage/use-management.ts';
import { vodThumbnailForm, vodThumbnailKey } from './queries.ts';

export function VodFacts({ vod }: { vod: ManagedVod }) {
  return (
    <>
      <Panel title="Datos del video">
        <dl>
          <Fact label="Estado">
            <MediaStatusPill status={vod.status} progress={vod.progress} />
          </Fact>
          {vod.analytics && <Fact label="Espectadores únicos">{formatCount(vod.analytics.uniqueNonLiveViewers)}</Fact>}
          <Fact label="Duración">{vod.duration === null ? '—' : formatDuration(vod.duration)}</Fact>
          <Fact label="Tamaño">{vod.size > 0 ? formatSize(vod.size) : '—'}</Fact>
          <Fact label="Fecha de creación">{formatDateTime(vod.dateCreated)}</Fact>
        </dl>
        {vod.status === 'STARTED' && vod.progress !== null && (
          <div className="mt-3">
            <ProgressBar percent={vod.progress} label="Procesamiento del video" />
          </div>
        )}
        {vod.failure && (
          <p role="alert" className="mt-3 rounded-sm border border-danger/50 p-3 text-small font-medium text-danger">
            {vod.failure}
          </p>
        )}
      </Panel>
      <VodPicture vod={vod} />
    </>
  );
}

function VodPicture({ vod }: { vod: ManagedVod }) {
  const { staff } = useManagement();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const [error, setError] = useState<string>();

  function send(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    setError(undefined);
    setPercent(0);
    sendForm(vodThumbnailKey(staff), { id: vod.id }, vodThumbnailForm(chosen), setPercent)
      .then(() => queries.invalidateQueries({ queryKey: ['managed-vods'] }))
      .catch((failure: unknown) => {
        setFile(undefined);
        setError(thumbnailErrorText(failure));
      })
      .finally(() => setPercent(undefined));
  }

  return (
    <PictureField
      current={vod.thumbnail}
      file={file}
      onFile={send}
      percent={percent}
      error={error}
      disabled={percent !== undefined}
    />
  );
}
