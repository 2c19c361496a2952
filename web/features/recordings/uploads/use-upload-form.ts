/**
 * The form that uploads a new video of any kind: it creates the item, sends clubs and picture, then the file in parts.
 * Its title comes from the file. An overlay shows the progress; the upload continues if the user leaves the page.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { UploadTicket } from '../../../../shared/contract/uploads.ts';
import { cutText } from '../../../../shared/domain/cut-text.ts';
import type { WantedVideo } from '../../../../shared/domain/video-file.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { errorText } from '../../../lib/api.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { useDelayedNavigate } from '../../../lib/use-delayed-navigate.ts';
import { mandatoryHint } from '../../../ui/form-layout.tsx';
import { useSubmission } from '../../../ui/submit-overlay.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { type ClubsKey, setClubs } from '../../platform/back-office/item-clubs.ts';
import { useVideoFile } from '../../platform/back-office/video-file-field.tsx';
import { getPercent, startUpload, type UploadKind, useUploads } from './upload-store.ts';

interface VideoBody {
  title: string;
  clubIds: string[];
}

export function useUploadForm<Form extends FieldValues & { title: string }, Body extends VideoBody>({
  empty,
  wanted,
  toBody,
  isComplete = ({ title }) => !isBlank(title),
  create,
  clubsKey,
  sendPicture,
  kind,
  list,
  staleKey,
  success,
  failure,
}: {
  empty: Form;
  wanted: WantedVideo;
  toBody: (form: Form) => Body;
  isComplete?: (form: Form) => boolean;
  create: (
    body: Omit<Body, 'clubIds'> & { file: { name: string; size: number; type: string } },
  ) => Promise<{ data: string; upload?: UploadTicket }>;
  clubsKey: ClubsKey;
  sendPicture?: (id: string, picture: File) => Promise<unknown>;
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
  const isSending = submission.state === 'loading' && upload !== undefined;
  const busy = submission.state === 'loading' || submission.state === 'success';
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: empty as DefaultValues<Form> });
  const [picture, setPicture] = useState<File>();
  // The compiler cannot see that every form's title is a text.
  const titled = form as unknown as UseFormReturn<{ title: string }>;
  const video = useVideoFile(wanted, (file) => {
    if (titled.getValues('title') === '') titled.setValue('title', toTitle(file.name), { shouldDirty: true });
  });
  const { file } = video;
  const ready = isComplete(form.watch()) && file !== undefined;

  async function send(filled: Form, file: File, onPercent: (percent: number) => void): Promise<void> {
    const { clubIds, ...body } = toBody(filled);
    const { name, size, type } = file;
    const { data: itemId, upload: ticket } = await create({ ...body, file: { name, size, type } });
    if (!ticket) throw new Error('The API returned no upload ticket');
    onPercent(0);
    // Clubs and picture come before the file, so that a reload during the upload loses none of the form's data.
    if (clubIds.length > 0) await setClubs(clubsKey, itemId, clubIds);
    if (picture)
      await sendPicture?.(itemId, picture).catch((error: unknown) =>
        toast.error(errorText(error, 'Error al subir la miniatura')),
      );
    readAgain(queries, [staleKey]);
    setUploadId(ticket.id);
    await startUpload(file, ticket, { kind, itemId, title: body.title });
    await readAgain(queries, [staleKey]);
    navigateLater(list);
  }

  return {
    form,
    video,
    picture,
    setPicture,
    layout: {
      onSubmit: form.handleSubmit(
        (filled) =>
          file &&
          run(
            (onPercent) => send(filled, file, onPercent),
            success,
            (error) => (error instanceof DOMException ? 'Subida cancelada' : errorText(error, failure)),
          ),
      ),
      ready,
      busy,
      hint: ready ? undefined : mandatoryHint,
      unsaved: !busy && (form.formState.isDirty || file !== undefined || picture !== undefined),
    },
    overlay: {
      submission: isSending ? ({ state: 'loading', percent: getPercent(upload) } as const) : submission,
      note: upload?.state === 'offline' ? 'Sin conexión. La subida seguirá sola cuando vuelva.' : undefined,
      onBackground: isSending ? () => navigate(list) : undefined,
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
