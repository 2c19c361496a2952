/** The inbox of this run. */
import { expect } from '@playwright/test';
import { addresses } from './platform.ts';

/** Waits for this many invitations and returns the link of the newest. */
export async function findInvitation(email: string, count: number): Promise<string> {
  let links: string[] = [];
  await expect(async () => {
    const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(email)}`);
    const body = (await answer.json()) as { messages?: { text: string }[] } | { text: string }[];
    const messages = Array.isArray(body) ? body : (body.messages ?? []);
    links = messages.flatMap(({ text }) => text.match(/https?:\/\/\S+aceptar-invitacion\S+/g) ?? []);
    expect(links.length).toBeGreaterThanOrEqual(count);
  }).toPass();
  return links[0] ?? '';
}
