/** The file of a new video, validated by name and first bytes before the upload. */
import { useRef, useState } from 'react';
import type { WantedVideo } from '../../../../shared/domain/video-file.ts';
import { VideoField } from '../../../ui/video-field.tsx';
import { validateVideoFile } from './video-validation.ts';

/** `onAccepted` is called with every valid file. */
export function useVideoFile(wanted: WantedVideo, onAccepted: (file: File) => void) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(chosen: File | undefined) {
    latest.current = chosen;
    setFile(undefined);
    if (!chosen) return setProblem('El archivo de video es requerido');
    const problem = await validateVideoFile(chosen, wanted);
    // Another file may have been chosen while this one was read.
    if (latest.current !== chosen) return;
    setProblem(problem);
    if (problem) return;
    setFile(chosen);
    onAccepted(chosen);
  }
  return { file, problem, choose, wanted };
}

export function VideoFileField({ video }: { video: ReturnType<typeof useVideoFile> }) {
  return (
    <VideoField
      label="Archivo de video"
      accept={video.wanted === 'mp4' ? 'video/mp4,.mp4' : 'video/*'}
      file={video.file}
      error={video.problem}
      onFile={video.choose}
    />
  );
}
