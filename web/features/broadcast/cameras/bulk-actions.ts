/** Admins change several cameras at once. They delete one on its own page, because its key cannot be recovered. */
import type { Camera } from '../../../../shared/contract/cameras.ts';
import { api } from '../../../lib/api.ts';
import { countDone } from '../../platform/back-office/bulk.ts';
import type { BulkAction } from '../../platform/back-office/bulk-bar.tsx';

type ChosenCamera = Pick<Camera, 'id' | 'title' | 'isTest' | 'version'>;

const change = (id: string, body: { isTest: boolean; version?: number }) =>
  api('PATCH /live/cameras/{id}', { params: { id }, body });

const setTest = (isTest: boolean) => ({
  appliesTo: (camera: ChosenCamera) => camera.isTest !== isTest,
  send: ({ id, version }: ChosenCamera) => change(id, { isTest, version }),
  undo: ({ id }: ChosenCamera) => change(id, { isTest: !isTest }),
});

export const cameraActions: readonly BulkAction<ChosenCamera>[] = [
  {
    text: 'Pasar a producción',
    icon: 'eye',
    ...setTest(false),
    done: countDone('cámara en producción', 'cámaras en producción'),
  },
  {
    text: 'Pasar a pruebas',
    icon: 'eyeOff',
    ...setTest(true),
    done: countDone('cámara en pruebas', 'cámaras en pruebas'),
  },
];
