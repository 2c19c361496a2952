/** The settings panel over the picture: quality, speed, scoreboard and the list of keys. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Renditions } from './playback.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

export function SettingsButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="player-button" aria-label="Ajustes" aria-expanded={open} onClick={onToggle}>
      <Icon name="settings" size={24} />
    </button>
  );
}

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  renditions: Renditions | undefined;
  /** True for a live, which has no choice of speed. */
  live: boolean;
  /** The scoreboard setting; undefined without a scoreboard. */
  board: { shown: boolean; show: (shown: boolean) => void } | undefined;
  onKeys: () => void;
  onClose: () => void;
}

export function SettingsPanel({ video, renditions, live, board, onKeys, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const title = useId();
  const [rate, setRate] = useState(video.current?.playbackRate ?? 1);
  const heights = renditions?.heights ?? [];

  useEffect(() => {
    panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Element && !panel.current?.contains(target) && !target.closest('[aria-expanded]'))
        onClose();
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [onClose]);

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={title}
      className="player-settings"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <h2 id={title} className="sr-only">
        Ajustes
      </h2>
      <IconButton icon="close" label="Cerrar ajustes" size={32} className="player-settings-close" onClick={onClose} />
      {heights.length > 1 && (
        <>
          <p aria-hidden="true">Calidad</p>
          <Tabs
            label="Calidad"
            value={String(renditions?.chosen ?? -1)}
            choices={[
              { value: '-1', label: 'Automática' },
              ...heights.map((height, index) => ({ value: String(index), label: `${height}p` })).reverse(),
            ]}
            onChange={(value) => renditions?.choose(Number(value))}
          />
        </>
      )}
      {!live && (
        <>
          <p aria-hidden="true">Velocidad</p>
          <Tabs
            label="Velocidad"
            value={String(rate)}
            choices={rates.map((value) => ({
              value: String(value),
              label: value === 1 ? 'Normal' : `${String(value).replace('.', ',')}×`,
            }))}
            onChange={(value) => {
              if (video.current) video.current.playbackRate = Number(value);
              setRate(Number(value));
            }}
          />
        </>
      )}
      {board && (
        <>
          <p aria-hidden="true">Marcador</p>
          <Tabs
            label="Marcador"
            value={board.shown ? 'shown' : 'hidden'}
            choices={[
              { value: 'shown', label: 'Mostrar' },
              { value: 'hidden', label: 'Ocultar' },
            ]}
            onChange={(value) => board.show(value === 'shown')}
          />
        </>
      )}
      <button
        type="button"
        className="player-keys-link"
        onClick={() => {
          onClose();
          onKeys();
        }}
      >
        Atajos de teclado
        <kbd>?</kbd>
      </button>
    </div>
  );
}
