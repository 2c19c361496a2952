import type { ReactNode } from 'react';
import type { MediaStatus } from '../../../../shared/contract/schema.ts';
import { formatDateTime, formatDuration, formatSize } from '../../../lib/format.ts';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { MediaStatusPill } from '../../../ui/media-thumbnail.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

interface Media {
  status: MediaStatus;
  progress: number | null;
  isImproving?: true | undefined;
  failure: string | null;
  duration: number | null;
  size: number;
  dateCreated: string;
}

export function MediaFacts({ title, media, children }: { title: string; media: Media; children?: ReactNode }) {
  return (
    <Panel title={title}>
      <dl>
        <Fact label="Estado">
          <MediaStatusPill status={media.status} progress={media.progress} isImproving={media.isImproving} />
        </Fact>
        {children}
        <Fact label="Duración">{media.duration === null ? '—' : formatDuration(media.duration)}</Fact>
        <Fact label="Tamaño">{media.size > 0 ? formatSize(media.size) : '—'}</Fact>
        <Fact label="Fecha de creación">{formatDateTime(media.dateCreated)}</Fact>
      </dl>
      {(media.status === 'STARTED' || media.isImproving) && media.progress !== null && (
        <div className="mt-3">
          <ProgressBar percent={media.progress} label="Procesamiento del video" />
        </div>
      )}
      {media.failure && (
        <p role="alert" className="mt-3 rounded-sm border border-danger/50 p-3 text-small font-medium text-danger">
          {media.failure}
        </p>
      )}
    </Panel>
  );
}
