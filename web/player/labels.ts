/** Spanish labels that replace or complete those of media-chrome. */
import 'media-chrome/dist/lang/es.js';
import { Es } from 'media-chrome/dist/lang/es.js';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';

addTranslation('es', {
  ...Es,
  live: 'DIRECTO',
  'seek to live': 'volver al directo',
  'playing live': 'en directo',
  Auto: 'Automática',
  Settings: 'Ajustes',
  settings: 'ajustes',
  'Playback rate': 'Velocidad',
});
