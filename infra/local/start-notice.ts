/** The notice above every page of `npm start`: what a first visitor would miss, and the command that shows it. */
export const describeStart = ({ hasAllVideos, isOnAir }: { hasAllVideos: boolean; isOnAir: boolean }): string =>
  [
    !hasAllVideos && 'Preparando los videos de ejemplo: tardan unos minutos.',
    !isOnAir && 'Ninguna cámara emite: «npm run demo:camera» pone una en directo.',
  ]
    .filter(Boolean)
    .join(' ');
