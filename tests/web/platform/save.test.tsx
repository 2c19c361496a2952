/** Saving in the back office keeps the page usable: button, toast, and the failure in the form. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, callsTo, id, open, type Replies } from '../support/app.tsx';
import { managedClub } from '../support/builders.ts';

const path = `/clubs/manage/${id('club')}`;
const key = `PATCH /live/clubs/${id('club')}`;

/** A club whose change requests are answered when the test decides. */
function openClub() {
  let club = { ...managedClub({ id: id('club'), name: 'CD Sauce' }), version: 3 };
  let answer: (reply: object) => void = () => undefined;
  const replies: Replies = {
    [`GET /live/clubs/${id('club')}`]: () => ({ data: { club } }),
    [key]: () => new Promise<object>((resolve) => (answer = resolve)),
  };
  return {
    ...open(path, { user: admin, replies }),
    accept: (changes: object) => {
      club = { ...club, ...changes, version: club.version + 1 };
      answer({ data: { club } });
    },
    refuse: () => answer(errorAnswer('REQ4000')),
  };
}

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Nombre/ });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' });

describe('a form that is being saved', () => {
  test('shows progress on the button, and keeps text typed meanwhile for the next save', async () => {
    const { user, accept } = openClub();
    await user.type(await nameField(), ' A');
    await user.click(saveButton());
    await waitFor(() => expect(saveButton().getAttribute('aria-busy')).toBe('true'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.type(await nameField(), 'B');
    accept({ name: 'CD Sauce A' });
    expect(await screen.findByText('Club actualizado correctamente')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await nameField()).value).toBe('CD Sauce AB');
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    await user.click(saveButton());
    await waitFor(() => expect(callsTo(key)).toHaveLength(2));
    expect(callsTo(key)[1]?.body).toEqual({ name: 'CD Sauce AB', version: 4 });
    accept({ name: 'CD Sauce AB' });
    await waitFor(() => expect(saveButton().disabled).toBe(true));
    expect(screen.queryByText('Hay cambios sin guardar')).toBeNull();
  });

  test('shows the failure in the form, until the next attempt or the changes are discarded', async () => {
    const { user, refuse } = openClub();
    await user.type(await nameField(), ' A');
    await user.click(saveButton());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    refuse();
    const failure = await screen.findByText(errorAnswer('REQ4000').message);
    expect(failure.closest('form [role="alert"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByText(errorAnswer('REQ4000').message)).toBeNull();
  });

  test('asks before leaving, and shows a later failure on the next page', async () => {
    const { user, refuse } = openClub();
    await user.type(await nameField(), ' A');
    await user.click(saveButton());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    await user.click(screen.getAllByRole('link', { name: 'Clubes' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await screen.findByRole('heading', { name: 'Gestión de Clubes' });
    refuse();
    expect(await screen.findByText(errorAnswer('REQ4000').message)).toBeDefined();
  });
});
