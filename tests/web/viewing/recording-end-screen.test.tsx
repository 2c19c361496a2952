import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../shared/contract/user.ts';
import { Providers } from '../../../web/app/providers.tsx';
import { RecordingEndScreen } from '../../../web/features/viewing/next/recording-end-screen.tsx';
import { address, answer, createList, id, logInBefore, person } from '../support/app.tsx';
import { vodCard } from '../support/builders.ts';

const [seen, next] = [
  vodCard(1, { sportEventId: id('match'), duration: 240 }),
  vodCard(2, { sportEventId: id('match') }),
];

function end(who?: User) {
  if (who) logInBefore(who);
  answer({
    ...(who && { 'GET /users/me': { data: { user: who } } }),
    [`GET /sportevents/${id('match')}/vods`]: createList('vods', [seen, next], 1, { clips: 0 }),
  });
  history.replaceState(null, '', `/vods/${seen.id}`);
  render(
    <Providers>
      <RecordingEndScreen vod={seen} />
    </Providers>,
  );
}

const tick = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

describe('[E-PLAYER-4] after the end', () => {
  test('starts the next video by countdown, and waits while something is open', async () => {
    end();
    await screen.findByText('A continuación en 10 s');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    for (let second = 0; second < 15; second += 1) await tick();
    expect(address()).toBe(`/vods/${seen.id}`);
    dialog.remove();
    for (let second = 0; second < 10; second += 1) await tick();
    await waitFor(() => expect(address()).toBe(`/vods/${next.id}`));
  });

  test.each(['CLUB_STAFF', 'ADMIN'] as const)('stays for %s until they leave', async (role) => {
    end(person(role, role === 'CLUB_STAFF' ? { clubId: id('club') } : {}));
    await screen.findByText('A continuación');
    for (let second = 0; second < 15; second += 1) await tick();
    expect(address()).toBe(`/vods/${seen.id}`);
  });
});
