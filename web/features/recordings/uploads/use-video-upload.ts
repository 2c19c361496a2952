/**
 * Uploads a new video of any kind: creates its item, sends clubs and picture, then the file in parts. An overlay shows
 * the progress; the upload continues if the user leaves the page.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UploadTicket } from '../../../../shared/contract/uploads.ts';
import { cutText } from '../../../../shared/domain/cut-text.ts';
import { errorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { useDelayedNavigate } from '../../../lib/use-delayed-navigate.ts';
import { useSubmission } from '../../../ui/submit-overlay.tsx';
import { getPercent, startUpload, type UploadKind, useUploads } from './upload-store.ts';

export function useVideoUpload({
  kind,
  list,
  staleKey,
  success,
  failure,
}: {
  kind: UploadKind;
  /** Path that opens afterwards. */
  list: string;
  /** Query key of that list. */
  staleKey: Resource;
  success: string;
  failure: string;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const navigateLater = useDelayedNavigate();
  const { submission, run, close } = useSubmission();
  const [uploadId, setUploadId] = useState<string>();
  const upload = useUploads().find((one) => one.id === uploadId);
  const sending = submission.state === 'loading' && upload !== undefined;

  /**
   * `attach` sends clubs and picture before the file, so that a reload during the upload loses none of the form's data.
   */
  function start(
    file: File,
    title: string,
    create: () => Promise<{ data: string; upload?: UploadTicket }>,
    attach: (id: string) => Promise<void>,
  ) {
    return run(
      async (onPercent) => {
        const { data: itemId, upload: ticket } = await create();
        if (!ticket) throw new Error('The API returned no upload ticket');
        onPercent(0);
        await attach(itemId);
        readAgain(queries, [staleKey]);
        setUploadId(ticket.id);
        await startUpload(file, ticket, { kind, itemId, title });
        await readAgain(queries, [staleKey]);
        navigateLater(list);
      },
      success,
      (error) => (error instanceof DOMException ? 'Subida cancelada' : errorText(error, failure)),
    );
  }

  return {
    start,
    busy: submission.state === 'loading' || submission.state === 'success',
    overlay: {
      submission: sending ? ({ state: 'loading', percent: getPercent(upload) } as const) : submission,
      note: upload?.state === 'offline' ? 'Sin conexión. La subida seguirá sola cuando vuelva.' : undefined,
      onBackground: sending ? () => navigate(list) : undefined,
      onClose: close,
    },
  };
}

/** Turns a file name into a title: 'Partido_sabado-final.mp4' → 'Partido sabado final'. */
export const toTitle = (fileName: string) =>
  cutText(
    fileName
      .replace(/\.[^.]+$/, '')
      .replace(/[_-]+/g, ' ')
      .trim(),
    200,
  );
