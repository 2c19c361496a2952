/**
 * The form that uploads a new video of any kind. Its title comes from the file; clubs and picture are sent in separate
 * requests.
 */
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { UploadTicket } from '../../../../shared/contract/uploads.ts';
import type { WantedVideo } from '../../../../shared/domain/video-file.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { errorText } from '../../../lib/api.ts';
import { mandatoryHint } from '../../../ui/form-layout.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { useVideoFile } from '../../platform/back-office/video-file-field.tsx';
import { toTitle, useVideoUpload } from './use-video-upload.ts';

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
  setClubs,
  sendPicture,
  ...uploadOptions
}: {
  empty: Form;
  wanted: WantedVideo;
  toBody: (form: Form) => Body;
  isComplete?: (form: Form) => boolean;
  create: (
    body: Omit<Body, 'clubIds'> & { file: { name: string; size: number; type: string } },
  ) => Promise<{ data: string; upload?: UploadTicket }>;
  setClubs: (id: string, clubIds: string[]) => Promise<void>;
  sendPicture?: (id: string, picture: File) => Promise<unknown>;
} & Parameters<typeof useVideoUpload>[0]) {
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: empty as DefaultValues<Form> });
  const { start, busy, overlay } = useVideoUpload(uploadOptions);
  const [picture, setPicture] = useState<File>();
  // The compiler cannot see that every form's title is a text.
  const titled = form as unknown as UseFormReturn<{ title: string }>;
  const video = useVideoFile(wanted, (file) => {
    if (titled.getValues('title') === '') titled.setValue('title', toTitle(file.name), { shouldDirty: true });
  });
  const { file } = video;
  const ready = isComplete(form.watch()) && file !== undefined;

  async function send(filled: Form): Promise<void> {
    if (!file) return;
    const { clubIds, ...body } = toBody(filled);
    await start(
      file,
      body.title,
      () => create({ ...body, file: { name: file.name, size: file.size, type: file.type } }),
      async (id) => {
        if (clubIds.length > 0) await setClubs(id, clubIds);
        if (!picture) return;
        await sendPicture?.(id, picture).catch((error: unknown) =>
          toast.error(errorText(error, 'Error al subir la miniatura')),
        );
      },
    );
  }

  return {
    form,
    video,
    picture,
    setPicture,
    layout: {
      onSubmit: form.handleSubmit(send),
      ready,
      busy,
      hint: ready ? undefined : mandatoryHint,
      unsaved: !busy && (form.formState.isDirty || file !== undefined || picture !== undefined),
    },
    overlay,
  };
}
