/** Opens the sections of a viewer's profile. */
import { screen } from '@testing-library/react';
import type { User } from '../../../shared/contract/user.ts';
import { open, person, type Replies } from '../support/app.tsx';

export const contact = {
  phone: '612345678',
  documentId: '12345678Z',
  address: { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' },
};

export const part =
  (path: string) =>
  (more: Partial<User> = {}, replies: Replies = {}) =>
    open(path, {
      user: person('REGULAR_BASIC', more),
      replies: { 'GET /users/me/payments': { data: { payments: [] } }, 'PATCH /users/me': {}, ...replies },
    });
export const profile = part('/profile');
export const contactData = part('/profile/datos');
export const payments = part('/profile/pagos');
export const security = part('/profile/seguridad');

export const value = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;
