/** The video of an ad or of content: MP4, judged before a byte is sent (B-AD-3, B-AD-4, B-CON-3). */
import { useRef, useState } from 'react';
import { VideoField } from '../../ui/video-field.tsx';
import { isMp4, notMp4 } from './mp4.ts';

/** `onAccepted` hears of every file that may be sent. */
export function useMp4(onAccepted: (file: File) => void) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(chosen: File | undefined) {
    latest.current = chosen;
    setFile(undefined);
    if (!chosen) return setProblem('El archivo de video es requerido');
    const accepted = await isMp4(chosen);
    // Another file may have been chosen while this one was read.
    if (latest.current !== chosen) return;
    setProblem(accepted ? undefined : notMp4);
    if (!accepted) return;
    setFile(chosen);
    onAccepted(chosen);
  }
  return { file, problem, choose };
}

export function Mp4Field({ video }: { video: ReturnType<typeof useMp4> }) {
  return (
    <VideoField
      label="Archivo de video"
      accept="video/mp4,.mp4"
      file={video.file}
      error={video.problem}
      onFile={video.choose}
    />
  );
}
